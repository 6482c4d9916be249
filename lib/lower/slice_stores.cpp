// Stores to parts of arrays, as loops over their elements: `a[1:n] = 0`, `a[i] = b[j] * 2`.
//
// The value is a tree of scalars, which are computed once, and of arrays, of which each element is
// read where the element beside it is stored. See lowering.h.
#include <algorithm>
#include <span>

#include "api/resolve.h"
#include "lower/arrays.h"
#include "lower/calls.h"
#include "lower/exprs.h"
#include "lower/iteration.h"
#include "lower/nodes.h"
#include "lower/operations.h"
#include "lower/stmts.h"

namespace pycu::sema {

static std::optional<Lanes> lanes_of(Lowering& ctx, ExprId expr);
static std::optional<Lanes> lanes_of_call(Lowering& ctx, const syntax::Call& call, ExprId expr);
static std::optional<Lanes> function_lanes(Lowering& ctx, const std::string& path,
                                           std::span<const ExprId> args, Range range);

namespace {

using LaneKind = Lanes::Kind;

}  // namespace

/// Whether a target is a view, to which many elements are stored; looks at types alone.
bool is_view_place(Lowering& ctx, const syntax::Subscript& target) {
    if (flat_array(ctx, target)) {
        return false;
    }
    const Operand array = peek(ctx, target.value);
    std::vector<ExprId> parts = {target.slice};
    if (const auto* tuple = ctx.get<syntax::Tuple>(target.slice)) {
        parts = tuple->elts;
    }
    bool is_view = false;
    if (array.is_value() && array.type.is_array()) {
        const bool has_slice = std::ranges::any_of(parts, [&](ExprId part) {
            const auto* constant = ctx.get<syntax::Constant>(part);
            return ctx.is<syntax::Slice>(part) || slice_call(ctx, part).has_value() ||
                   (constant != nullptr &&
                    (std::holds_alternative<syntax::None>(constant->value) ||
                     (std::holds_alternative<syntax::Ellipsis>(constant->value) &&
                      std::size_t(array.type.rank()) >= parts.size())));
        });
        std::size_t count = parts.size();
        if (count == 1 && !has_slice) {
            const Operand index = peek(ctx, parts[0]);
            const bool is_tuple = index.is_value() && index.type.is_tuple();
            count = is_tuple ? ctx.types.items(index.type).size() : 1;
        }
        is_view = has_slice || count < std::size_t(array.type.rank());
    }
    return is_view;
}

/// `a[1:n] = v` and, with an operator, `a[1:n] += v`.
void store_slice(Lowering& ctx, ExprId target, ExprId written, Range range,
                 std::optional<BinaryOp> op) {
    const auto& subscript = std::get<syntax::Subscript>(ctx.tree.exprs[target].as);
    // `=` has its value first, `+=` its place
    std::optional<Lanes> value = op ? std::nullopt : lanes_of(ctx, written);
    const Operand array = lower_value(ctx, subscript.value);
    if (!array.is_value() || (!op && !value)) {
        return;
    }
    const Operand place = element(ctx, array, subscript.slice, ctx.range(target));
    value = op ? lanes_of(ctx, written) : value;
    if (!place.is_value() || !value) {
        return;
    }
    if (value->kind == LaneKind::Scalar && value->operand.type.is_tuple()) {
        store_items(ctx, place, value->operand, range);
    } else if (const auto order = store_order(ctx, place, *value, range)) {
        store_lanes(ctx, place, *value, range, op, *order);
    }
}

/// The value's tree; nothing when a part of it is in error or has no type yet.
static std::optional<Lanes> lanes_of(Lowering& ctx, ExprId expr) {
    const syntax::Expr& e = ctx.tree.exprs[expr];
    Lanes value;
    value.range = e.range;
    if (const auto* binary_of = e.get<syntax::BinOp>()) {
        std::optional<Lanes> left = lanes_of(ctx, binary_of->left);
        std::optional<Lanes> right = lanes_of(ctx, binary_of->right);
        if (!left || !right) {
            return std::nullopt;
        }
        const BinaryOp op = binary_of->op;
        if (left->kind == LaneKind::Scalar && right->kind == LaneKind::Scalar) {
            Operand both = binary(ctx, op, left->operand, right->operand, e.range);
            return both.is_value() ? std::optional(scalar_lanes(ctx, std::move(both)))
                                   : std::nullopt;
        }
        value.kind = LaneKind::Binary;
        value.binary = op;
        value.parts = {std::move(*left), std::move(*right)};
        return value;
    }
    const auto* unary_of = e.get<syntax::UnaryOp>();
    if (unary_of != nullptr && unary_of->op != UnaryOp::Not) {
        std::optional<Lanes> part = lanes_of(ctx, unary_of->operand);
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
    if (const auto* call = e.get<syntax::Call>()) {
        return lanes_of_call(ctx, *call, expr);
    }
    Operand operand = lower_value(ctx, expr);
    if (!operand.is_value()) {
        return std::nullopt;
    }
    if (!operand.type.is_array()) {
        return scalar_lanes(ctx, std::move(operand));
    }
    value.kind = LaneKind::Array;
    value.operand = std::move(operand);
    return value;
}

/// `np.sqrt(a)`: the function of each element; other calls are lowered as they are.
static std::optional<Lanes> lanes_of_call(Lowering& ctx, const syntax::Call& call, ExprId expr) {
    const Range range = ctx.range(expr);
    const Operand callee = lower_callee(ctx, call);
    const auto* dotted = callee.get<Dotted>();
    const bool is_function = dotted != nullptr && dotted->path.starts_with("numpy.") &&
                             api::is_known(dotted->path) && call.keywords.empty();
    if (!is_function) {
        Operand operand = lower_value(ctx, expr);
        if (!operand.is_value()) {
            return std::nullopt;
        }
        Lanes value;
        value.range = range;
        if (!operand.type.is_array()) {
            return scalar_lanes(ctx, std::move(operand));
        }
        value.kind = LaneKind::Array;
        value.operand = std::move(operand);
        return value;
    }
    return function_lanes(ctx, dotted->path, call.args, range);
}

/// The function for each element of arrays among its arguments.
static std::optional<Lanes> function_lanes(Lowering& ctx, const std::string& path,
                                           std::span<const ExprId> args, Range range) {
    Lanes value;
    value.kind = LaneKind::Call;
    value.range = range;
    value.path = path;
    for (ExprId arg : args) {
        std::optional<Lanes> part = lanes_of(ctx, arg);
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
    Operand result = intrinsic(ctx, value.path, std::move(scalars), range);
    return result.is_value() ? std::optional(scalar_lanes(ctx, std::move(result))) : std::nullopt;
}

/// `np.sin(x, out)`: the thread goes through all elements, as for `out[:] = np.sin(x)`.
std::optional<Operand> call_with_output(Lowering& ctx, const std::string& path,
                                        const syntax::Call& call, Range range) {
    if (!path.starts_with("numpy.") || call.args.size() < 2 || !call.keywords.empty()) {
        return std::nullopt;
    }
    const std::size_t inputs = api::parameter_count(path, ctx.types);
    if (inputs == 0 || call.args.size() != inputs + 1) {
        return std::nullopt;
    }
    const std::optional<Lanes> value =
        function_lanes(ctx, path, std::span(call.args).first(inputs), range);
    const Operand out = lower_value(ctx, call.args.back());
    if (!value || !out.is_value()) {
        return Operand{};
    }
    if (!out.type.is_array()) {
        return fail<Code::NoOverload>(ctx, range, call.func, out)
            .help("behind its arguments it takes an array for the results");
    }
    if (const auto order = store_order(ctx, out, *value, range)) {
        store_lanes(ctx, out, *value, range, {}, *order);
    }
    return out;
}

/// `a.fill(v)`
Operand fill(Lowering& ctx, const Operand& array, const syntax::Call& call, Range range) {
    if (!takes(ctx, call, range, 1)) {
        return error();
    }
    Operand operand = lower_value(ctx, call.args[0]);
    if (!operand.is_value()) {
        return operand;
    }
    store_lanes(ctx, array, scalar_lanes(ctx, std::move(operand)), range);
    return known(Value{NoneValue{}});
}

}  // namespace pycu::sema
