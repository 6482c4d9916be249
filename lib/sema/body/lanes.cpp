// Stores: to an element, and to all elements of a view in nested loops. See array_operations.h.
#include <algorithm>

#include "sema/body/array_operations.h"
#include "types/convert.h"

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

void ArrayOperations::store(const Operand& place, const Operand& given, Range range,
                            bool augmented) {
    const Operand operand = plain(given, range);
    const ir::ExprId root = place_root(place.ir);
    const Type array = fn_.exprs[root].type;
    const Range place_range = fn_.exprs[place.ir].range;
    if (array.is_readonly()) {
        report<diag::Code::ReadonlyArray>(place_range, type_name(array));
        return;
    }
    const bool has_value = operand.type.is_scalar() || operand.type.is_record();
    if (!has_value || !can_store(place.type, operand.type)) {
        auto& diagnostic = report<diag::Code::CannotAssign>(
            range, source_text(place_range), type_name(place.type), type_name(operand.type));
        if (operand.type.is_enum()) {
            diagnostic.help("store its value: `.value`");
        } else if (operand.type.is_array()) {
            diagnostic.help("an element takes a number: write `b[i]`");
        } else if (operand.type.is_tuple()) {
            diagnostic.help("an element takes a number: write `t[0]`, or `x, y = t` first");
        }
        return;
    }
    emit(range, ir::Store{place.ir, convert(operand.ir, place.type), augmented});
}

/// Sets all elements of a view, or of an array in a record.
void ArrayOperations::store_array(const Operand& place, const Operand& operand, Range range) {
    if (operand.type.is_tuple()) {
        store_items(place, operand, range);
        return;
    }
    Lanes value;
    if (operand.type.is_array()) {
        value.kind = Lanes::Kind::Array;
        value.operand = lane_array(operand, "from");
    } else {
        value = scalar_lanes(operand);
    }
    if (const auto order = store_order(place, value, range)) {
        store_lanes(place, value, range, {}, *order);
    }
}

Lanes ArrayOperations::scalar_lanes(Operand operand) {
    Lanes value;
    if (reads_memory(operand.ir) && !operand.type.is_tuple()) {
        operand.ir = keep(operand.ir, "value");
    }
    value.range = fn_.exprs[operand.ir].range;
    value.operand = std::move(operand);
    return value;
}

/// An array whose elements can be asked for in a loop: one with a name, or a part of one by indices
/// that stay what they are.
Operand ArrayOperations::lane_array(Operand array, const std::string& name) {
    if (const auto* view = std::get_if<ir::View>(&fn_.exprs[array.ir].as)) {
        const bool is_plain = std::ranges::all_of(view->indices, [&](const ir::ViewIndex& one) {
            return one.kind == ViewKind::Slice
                       ? is_whole(one)
                       : one.kind == ViewKind::NewAxis || !reads_memory(one.index.value);
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
Operand ArrayOperations::lane_element(const Operand& array, const std::vector<ir::ExprId>& counters,
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
ir::ExprId ArrayOperations::lane_extent(const Operand& array, int axis, Range range) {
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

Operand ArrayOperations::lane(const Lanes& value, const std::vector<ir::ExprId>& counters,
                              Range range) {
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
void ArrayOperations::store_lanes(const Operand& place, const Lanes& value, Range range,
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
void ArrayOperations::store_items(const Operand& place, const Operand& tuple, Range range) {
    const std::size_t count = types_.items(tuple.type).size();
    if (place.type.rank() != 1) {
        report<diag::Code::CannotAssign>(range, source_text(fn_.exprs[place.ir].range),
                                         type_name(place.type), type_name(tuple.type));
        return;
    }
    std::vector<Operand> values;
    for (std::size_t i = 0; i < count; ++i) {
        Operand item = tuple_item(tuple, i, range);
        if (count > 1 && reads_memory(item.ir)) {
            item.ir = keep(item.ir, "item");
        }
        values.push_back(std::move(item));
    }
    const std::vector<Operand> places = array_items(place, count, range);
    for (const Operand& one : places) {
        hold_place(one.ir);
    }
    for (std::size_t i = 0; i < count; ++i) {
        store(places[i], values[i], range);
    }
}

}  // namespace pycu::sema
