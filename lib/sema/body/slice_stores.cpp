// Stores to parts of arrays, as loops over their elements: `a[1:n] = 0`, `a[i] = b[j] * 2`.
//
// The value is a tree of scalars, which are computed once, and of arrays, of which each element is
// read where the element beside it is stored. See body.h.
#include <algorithm>

#include "sema/body/body.h"

namespace pycu::sema {

namespace {

using LaneKind = Lanes::Kind;
using ViewKind = ir::ViewIndex::Kind;

/// Calls `visit(Operand&)`, or `visit(const Operand&)`, for each array of a value.
template <class AnyLanes, class Visit>
void for_each_array(AnyLanes& value, const Visit& visit) {
    if (value.kind == LaneKind::Array) {
        visit(value.operand);
    }
    for (auto& part : value.parts) {
        for_each_array(part, visit);
    }
}

bool is_whole(const ir::ViewIndex& index) {
    return index.kind == ViewKind::Slice && !index.start.valid() && !index.stop.valid() &&
           !index.step.valid();
}

/// The view, or the array itself as a view of all.
ir::View as_view(const ir::Function& fn, ir::ExprId array) {
    const auto* view = std::get_if<ir::View>(&fn.exprs[array].as);
    return view != nullptr ? *view : ir::View{array, {}};
}

}  // namespace

/// Whether a target is a view, to which many elements are stored; looks at types alone.
bool Body::is_view_place(const syntax::Subscript& target) {
    const auto* attribute = std::get_if<syntax::Attribute>(&tree_.exprs[target.value].as);
    if (attribute != nullptr && attribute->attr == "flat") {
        return false;
    }
    const Operand array = peek(target.value);
    std::vector<ExprId> parts = {target.slice};
    if (const auto* tuple = std::get_if<syntax::Tuple>(&tree_.exprs[target.slice].as)) {
        parts = tuple->elts;
    }
    bool is_view = false;
    if (array.is_value() && array.type.is_array()) {
        const bool has_slice = std::ranges::any_of(parts, [&](ExprId part) {
            const auto* constant = std::get_if<syntax::Constant>(&tree_.exprs[part].as);
            return std::holds_alternative<syntax::Slice>(tree_.exprs[part].as) ||
                   slice_call(part).has_value() ||
                   (constant != nullptr &&
                    (std::holds_alternative<syntax::None>(constant->value) ||
                     (std::holds_alternative<syntax::Ellipsis>(constant->value) &&
                      std::size_t(array.type.rank()) >= parts.size())));
        });
        std::size_t count = parts.size();
        if (count == 1 && !has_slice) {
            const Operand index = peek(parts[0]);
            const bool is_tuple = index.is_value() && index.type.is_tuple();
            count = is_tuple ? evaluator_.types().items(index.type).size() : 1;
        }
        is_view = has_slice || count < std::size_t(array.type.rank());
    }
    return is_view;
}

/// `a[1:n] = v` and, with an operator, `a[1:n] += v`.
void Body::store_slice(ExprId target, ExprId written, Range range, std::optional<BinaryOp> op) {
    const auto& subscript = std::get<syntax::Subscript>(tree_.exprs[target].as);
    const std::optional<Lanes> value = lanes_of(written);
    const Operand array = lower_value(subscript.value);
    if (!value || !array.is_value()) {
        return;
    }
    const Operand place = element(array, subscript.slice, tree_.exprs[target].range);
    if (!place.is_value()) {
        return;
    }
    if (value->kind == LaneKind::Scalar && value->operand.type.is_tuple()) {
        store_items(place, value->operand, range);
    } else if (const auto order = store_order(place, *value, range)) {
        store_lanes(place, *value, range, op, *order);
    }
}

Lanes Body::scalar_lanes(Operand operand) {
    Lanes value;
    const bool may_change = effects_[operand.ir.index].reads || effects_[operand.ir.index].writes;
    if (may_change && !operand.type.is_tuple()) {
        operand.ir = keep(operand.ir, "value");
    }
    value.range = fn_.exprs[operand.ir].range;
    value.operand = std::move(operand);
    return value;
}

/// The value's tree; nothing when a part of it is in error or has no type yet.
std::optional<Lanes> Body::lanes_of(ExprId expr) {
    const syntax::Expr& e = tree_.exprs[expr];
    Lanes value;
    value.range = e.range;
    if (const auto* binary_of = std::get_if<syntax::BinOp>(&e.as)) {
        const std::size_t first = out_->size();
        std::optional<Lanes> left = lanes_of(binary_of->left);
        const std::size_t second = out_->size();
        std::optional<Lanes> right = lanes_of(binary_of->right);
        if (!left || !right) {
            return std::nullopt;
        }
        const BinaryOp op = binary_op(binary_of->op);
        if (left->kind == LaneKind::Scalar && right->kind == LaneKind::Scalar) {
            keep_order({&left->operand, &right->operand}, {first, second});
            Operand both = binary(op, left->operand, right->operand, e.range);
            return both.is_value() ? std::optional(scalar_lanes(std::move(both))) : std::nullopt;
        }
        value.kind = LaneKind::Binary;
        value.binary = op;
        value.parts = {std::move(*left), std::move(*right)};
        return value;
    }
    const auto* unary_of = std::get_if<syntax::UnaryOp>(&e.as);
    if (unary_of != nullptr && unary_of->op != syntax::UnaryOperator::Not) {
        std::optional<Lanes> part = lanes_of(unary_of->operand);
        if (!part || part->kind != LaneKind::Scalar) {
            if (part) {
                value.kind = LaneKind::Unary;
                value.unary = unary_of->op == syntax::UnaryOperator::USub     ? UnaryOp::USub
                              : unary_of->op == syntax::UnaryOperator::Invert ? UnaryOp::Invert
                                                                              : UnaryOp::UAdd;
                value.parts = {std::move(*part)};
                return value;
            }
            return std::nullopt;
        }
    }
    if (const auto* call = std::get_if<syntax::Call>(&e.as)) {
        return lanes_of_call(*call, expr);
    }
    Operand operand = lower_value(expr);
    if (!operand.is_value()) {
        return std::nullopt;
    }
    if (!operand.type.is_array()) {
        return scalar_lanes(std::move(operand));
    }
    value.kind = LaneKind::Array;
    value.operand = std::move(operand);
    return value;
}

/// `np.sqrt(a)`: the function of each element; other calls are lowered as they are.
std::optional<Lanes> Body::lanes_of_call(const syntax::Call& call, ExprId expr) {
    const Range range = tree_.exprs[expr].range;
    const Operand callee = std::holds_alternative<syntax::Attribute>(tree_.exprs[call.func].as) ||
                                   std::holds_alternative<syntax::Name>(tree_.exprs[call.func].as)
                               ? lower(call.func)
                               : Operand{};
    const auto* dotted = callee.get<Dotted>();
    const bool is_function = dotted != nullptr && dotted->path.starts_with("numpy.") &&
                             intrinsics::is_known(dotted->path) && call.keywords.empty();
    if (!is_function) {
        Operand operand = lower_value(expr);
        if (!operand.is_value()) {
            return std::nullopt;
        }
        Lanes value;
        value.range = range;
        if (!operand.type.is_array()) {
            return scalar_lanes(std::move(operand));
        }
        value.kind = LaneKind::Array;
        value.operand = std::move(operand);
        return value;
    }
    Lanes value;
    value.kind = LaneKind::Call;
    value.range = range;
    value.path = dotted->path;
    for (ExprId arg : call.args) {
        std::optional<Lanes> part = lanes_of(arg);
        if (!part) {
            return std::nullopt;
        }
        value.parts.push_back(std::move(*part));
    }
    const auto is_scalar = [](const Lanes& part) { return part.kind == LaneKind::Scalar; };
    if (!std::ranges::all_of(value.parts, is_scalar)) {
        return value;
    }
    std::vector<Operand> args;
    std::ranges::transform(value.parts, std::back_inserter(args), &Lanes::operand);
    Operand result = intrinsic(value.path, std::move(args), range);
    return result.is_value() ? std::optional(scalar_lanes(std::move(result))) : std::nullopt;
}

/// An array whose elements can be asked for in a loop: one with a name, or a part of one by indices
/// that stay what they are.
Operand Body::lane_array(Operand array, const std::string& name) {
    if (const auto* view = std::get_if<ir::View>(&fn_.exprs[array.ir].as)) {
        const bool is_plain = std::ranges::all_of(view->indices, [&](const ir::ViewIndex& one) {
            return one.kind == ViewKind::Slice
                       ? is_whole(one)
                       : one.kind == ViewKind::NewAxis || (!effects_[one.index.value.index].reads &&
                                                           !effects_[one.index.value.index].writes);
        });
        if (is_plain && is_simple(view->array)) {
            return array;
        }
    }
    if (!is_simple(array.ir)) {
        array.ir = keep(array.ir, name);
    }
    return array;
}

/// The element at the counters of the loops around it; an array of fewer axes is the same for all
/// of the first ones.
Operand Body::lane_element(const Operand& array, const std::vector<ir::ExprId>& counters,
                           Range range) {
    const ir::View view = as_view(fn_, array.ir);
    std::size_t next = counters.size() - std::size_t(array.type.rank());
    ir::Element place;
    place.array = view.array;
    for (const ir::ViewIndex& one : view.indices) {
        if (one.kind == ViewKind::Index) {
            place.indices.push_back(one.index);
            continue;
        }
        if (one.kind == ViewKind::Slice) {
            place.indices.push_back({counters[next], false});
        }
        ++next;
    }
    while (next < counters.size()) {
        place.indices.push_back({counters[next++], false});
    }
    return value(array.type.element_type(), range, std::move(place));
}

/// How many elements an axis has of what lane_element() reads.
ir::ExprId Body::lane_extent(const Operand& array, int axis, Range range) {
    const ir::View view = as_view(fn_, array.ir);
    int taken = 0;
    for (const ir::ViewIndex& one : view.indices) {
        if (one.kind != ViewKind::Index && axis-- == 0) {
            return one.kind == ViewKind::NewAxis ? literal_int(1, range).ir
                                                 : extent(view.array, taken, range);
        }
        taken += one.kind == ViewKind::NewAxis ? 0 : 1;
    }
    return extent(view.array, taken + axis, range);
}

Operand Body::lane(const Lanes& value, const std::vector<ir::ExprId>& counters, Range range) {
    std::vector<Operand> parts;
    for (const Lanes& part : value.parts) {
        parts.push_back(lane(part, counters, range));
    }
    switch (value.kind) {
        case LaneKind::Scalar:
            return value.operand;
        case LaneKind::Array:
            return lane_element(value.operand, counters, value.range);
        case LaneKind::Unary:
            return unary(value.unary, parts[0], value.range);
        case LaneKind::Call:
            return intrinsic(value.path, std::move(parts), value.range);
        case LaneKind::Binary:
            break;
    }
    // an integer beside an array of floats is one of its floats, as NumPy has it
    for (std::size_t i = 0; i < 2; ++i) {
        const Type other = parts[1 - i].type;
        if (value.parts[i].kind == LaneKind::Scalar &&
            value.parts[1 - i].kind != LaneKind::Scalar && parts[i].type.is_integer() &&
            other.is_float()) {
            parts[i] = converted(parts[i], other);
        }
    }
    return binary(value.binary, parts[0], parts[1], value.range);
}

/// Nested loops over the elements of `place`.
void Body::store_lanes(const Operand& place, const Lanes& value, Range range,
                       std::optional<BinaryOp> op, int order) {
    static const std::vector<std::string> names = {"k", "m", "n", "p"};
    const Operand to = lane_array(place, "part");
    Lanes stored = value;
    for_each_array(stored, [&](Operand& array) { array = lane_array(array, "from"); });
    const auto rank = std::size_t(to.type.rank());
    std::vector<ir::LocalId> targets;
    std::vector<ir::ExprId> counters;
    std::vector<ir::ExprId> extents;
    for (std::size_t axis = 0; axis < rank; ++axis) {
        targets.push_back(temporary(names[axis % names.size()], int64, range));
        counters.push_back(add(int64, range, ir::Read{targets.back()}));
        extents.push_back(lane_extent(to, int(axis), range));
    }
    const Range place_range = fn_.exprs[place.ir].range;
    if (op) {
        Lanes current;
        current.kind = LaneKind::Array;
        current.operand = to;
        current.range = place_range;
        Lanes added = std::move(stored);
        stored = {};
        stored.kind = LaneKind::Binary;
        stored.binary = *op;
        stored.range = range;
        stored.parts = {std::move(current), std::move(added)};
    }
    ir::Block body = block_of([&] {
        const Operand element = lane_element(to, counters, place_range);
        const Operand result = lane(stored, counters, range);
        if (result.is_value()) {
            store(element, result, range, op.has_value());
        }
    });
    for (std::size_t axis = rank; axis-- > 0;) {
        ir::ForRange loop;
        loop.target = targets[axis];
        const bool is_back = order < 0;
        const ir::ExprId zero = literal_int(0, range).ir;
        const ir::ExprId one = literal_int(1, range).ir;
        loop.start =
            is_back ? add(int64, range, ir::Binary{BinaryOp::Sub, extents[axis], one}) : zero;
        loop.stop = is_back ? literal_int(-1, range).ir : extents[axis];
        loop.step = is_back ? literal_int(-1, range).ir : one;
        loop.body = std::move(body);
        ir::Stmt stmt;
        stmt.range = range;
        stmt.as = std::move(loop);
        body = {fn_.stmts.add(std::move(stmt))};
    }
    out_->insert(out_->end(), body.begin(), body.end());
}

/// `a[0:2] = (x, y)`
void Body::store_items(const Operand& place, const Operand& tuple, Range range) {
    const std::size_t count = evaluator_.types().items(tuple.type).size();
    if (place.type.rank() != 1) {
        report<diag::Code::CannotAssign>(range,
                                         std::string(tree_.file->text(fn_.exprs[place.ir].range)),
                                         type_name(place.type), type_name(tuple.type));
        return;
    }
    std::vector<Operand> values;
    for (std::size_t i = 0; i < count; ++i) {
        Operand item = tuple_item(tuple, i, range);
        if (count > 1 && effects_[item.ir.index].reads) {
            item.ir = keep(item.ir, "item");
        }
        values.push_back(std::move(item));
    }
    const std::vector<Operand> places = array_items(place, count, range);
    for (std::size_t i = 0; i < count; ++i) {
        store(places[i], values[i], range);
    }
}

/// `a.fill(v)`
Operand Body::fill(const Operand& array, const syntax::Call& call, Range range) {
    if (call.args.size() != 1 || !call.keywords.empty()) {
        report<diag::Code::ArgumentCount>(range, text(call.func), "1",
                                          std::to_string(call.args.size()));
        return error();
    }
    Operand operand = lower_value(call.args[0]);
    if (!operand.is_value()) {
        return operand;
    }
    store_lanes(array, scalar_lanes(std::move(operand)), range);
    return known(Value{NoneValue{}});
}

}  // namespace pycu::sema
