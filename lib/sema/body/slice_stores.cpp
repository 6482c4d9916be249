// Stores to parts of arrays, as loops over their elements: `a[1:n] = 0`, `a[i] = b[j] * 2`.
//
// The value is a tree of scalars, which are computed once, and of arrays, of which each element is
// read where the element beside it is stored. See body.h.
#include <algorithm>
#include <span>

#include "sema/body/body.h"

namespace pycu::sema {

namespace {

using LaneKind = Lanes::Kind;

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
    // `=` has its value first, `+=` its place
    std::optional<Lanes> value = op ? std::nullopt : lanes_of(written);
    const Operand array = lower_value(subscript.value);
    if (!array.is_value() || (!op && !value)) {
        return;
    }
    const Operand place = element(array, subscript.slice, tree_.exprs[target].range);
    value = op ? lanes_of(written) : value;
    if (!place.is_value() || !value) {
        return;
    }
    if (value->kind == LaneKind::Scalar && value->operand.type.is_tuple()) {
        store_items(place, value->operand, range);
    } else if (const auto order = store_order(place, *value, range)) {
        store_lanes(place, *value, range, op, *order);
    }
}

/// The value's tree; nothing when a part of it is in error or has no type yet.
std::optional<Lanes> Body::lanes_of(ExprId expr) {
    const syntax::Expr& e = tree_.exprs[expr];
    Lanes value;
    value.range = e.range;
    if (const auto* binary_of = std::get_if<syntax::BinOp>(&e.as)) {
        std::optional<Lanes> left = lanes_of(binary_of->left);
        std::optional<Lanes> right = lanes_of(binary_of->right);
        if (!left || !right) {
            return std::nullopt;
        }
        const BinaryOp op = binary_of->op;
        if (left->kind == LaneKind::Scalar && right->kind == LaneKind::Scalar) {
            Operand both = binary(op, left->operand, right->operand, e.range);
            return both.is_value() ? std::optional(scalar_lanes(std::move(both))) : std::nullopt;
        }
        value.kind = LaneKind::Binary;
        value.binary = op;
        value.parts = {std::move(*left), std::move(*right)};
        return value;
    }
    const auto* unary_of = std::get_if<syntax::UnaryOp>(&e.as);
    if (unary_of != nullptr && unary_of->op != UnaryOp::Not) {
        std::optional<Lanes> part = lanes_of(unary_of->operand);
        if (!part || part->kind != LaneKind::Scalar) {
            if (part) {
                value.kind = LaneKind::Unary;
                value.unary = unary_of->op;
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
    const Operand callee = lower_callee(call);
    const auto* dotted = callee.get<Dotted>();
    const bool is_function = dotted != nullptr && dotted->path.starts_with("numpy.") &&
                             api::is_known(dotted->path) && call.keywords.empty();
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
    return function_lanes(dotted->path, call.args, range);
}

/// The function for each element of arrays among its arguments.
std::optional<Lanes> Body::function_lanes(const std::string& path, std::span<const ExprId> args,
                                          Range range) {
    Lanes value;
    value.kind = LaneKind::Call;
    value.range = range;
    value.path = path;
    for (ExprId arg : args) {
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
    std::vector<Operand> scalars;
    std::ranges::transform(value.parts, std::back_inserter(scalars), &Lanes::operand);
    Operand result = intrinsic(value.path, std::move(scalars), range);
    return result.is_value() ? std::optional(scalar_lanes(std::move(result))) : std::nullopt;
}

/// `np.sin(x, out)`: the thread goes through all elements, as for `out[:] = np.sin(x)`.
std::optional<Operand> Body::call_with_output(const std::string& path, const syntax::Call& call,
                                              Range range) {
    if (!path.starts_with("numpy.") || call.args.size() < 2 || !call.keywords.empty()) {
        return std::nullopt;
    }
    const std::size_t inputs = api::parameter_count(path, evaluator_.types());
    if (inputs == 0 || call.args.size() != inputs + 1) {
        return std::nullopt;
    }
    const std::optional<Lanes> value =
        function_lanes(path, std::span(call.args).first(inputs), range);
    const Operand out = lower_value(call.args.back());
    if (!value || !out.is_value()) {
        return Operand{};
    }
    if (!out.type.is_array()) {
        report<diag::Code::NoOverload>(range, text(call.func), type_name(out.type))
            .help("behind its arguments it takes an array for the results");
        return error();
    }
    if (const auto order = store_order(out, *value, range)) {
        store_lanes(out, *value, range, {}, *order);
    }
    return out;
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
