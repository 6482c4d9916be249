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

static Lanes function_lanes(Lowering& ctx, const std::string& path, std::span<const ExprId> args,
                            Range range);

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
    if (!array.type.is_array()) {
        return false;
    }
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
    return has_slice || count < std::size_t(array.type.rank());
}

/// Lanes whose parts are known: what has one value for all elements is computed once.
static Lanes combined(Lowering& ctx, Lanes value) {
    const auto is_scalar = [](const Lanes& part) { return part.kind == Lanes::Kind::Scalar; };
    return std::ranges::all_of(value.parts, is_scalar)
               ? lanes_of(lane(ctx, value, {}, value.range), value.range)
               : value;
}

/// The value's tree: operators and functions of NumPy are those of each element.
static Lanes lower_lanes(Lowering& ctx, ExprId expr) {
    const Range range = ctx.range(expr);
    Lanes value;
    value.range = range;
    const bool is_folded = ctx.instances.folded().find(expr) != nullptr;
    const auto* op = ctx.get<syntax::UnaryOp>(expr);
    if (const auto* of = ctx.get<syntax::BinOp>(expr); of != nullptr && !is_folded) {
        value.kind = Lanes::Kind::Binary;
        value.binary = of->op;
        value.parts = {lower_lanes(ctx, of->left), lower_lanes(ctx, of->right)};
        return combined(ctx, std::move(value));
    }
    if (op != nullptr && op->op != UnaryOp::Not && !is_folded) {
        value.kind = Lanes::Kind::Unary;
        value.unary = op->op;
        value.parts = {lower_lanes(ctx, op->operand)};
        return combined(ctx, std::move(value));
    }
    if (const auto* call = ctx.get<syntax::Call>(expr)) {
        const Operand callee = lower_callee(ctx, *call);
        const std::string path = callee.is_known() ? callee.get<Dotted>()->path : "";
        if (path.starts_with("numpy.") && api::is_known(path) && call->keywords.empty()) {
            return function_lanes(ctx, path, call->args, range);
        }
    }
    return lanes_of(lower_value(ctx, expr), range);
}

/// The function for each element of arrays among its arguments.
static Lanes function_lanes(Lowering& ctx, const std::string& path, std::span<const ExprId> args,
                            Range range) {
    Lanes value;
    value.kind = Lanes::Kind::Call;
    value.range = range;
    value.path = path;
    std::ranges::transform(args, std::back_inserter(value.parts),
                           [&](ExprId arg) { return lower_lanes(ctx, arg); });
    return combined(ctx, std::move(value));
}

/// `a[1:n] = v` and, with an operator, `a[1:n] += v`.
void store_slice(Lowering& ctx, ExprId target, ExprId written, Range range,
                 std::optional<BinaryOp> op) {
    const auto& subscript = *ctx.get<syntax::Subscript>(target);
    // `=` has its value first, `+=` its place
    Lanes value = op ? Lanes{} : lower_lanes(ctx, written);
    const Operand place = item_place(ctx, subscript, ctx.range(target));
    value = op ? lower_lanes(ctx, written) : value;
    if (!place.is_value()) {
        return;
    }
    if (value.operand.type.is_tuple()) {
        store_items(ctx, place, value.operand, range);
    } else {
        store_lanes(ctx, place, std::move(value), range, op);
    }
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
    Lanes value = function_lanes(ctx, path, std::span(call.args).first(inputs), range);
    const Operand out = lower_value(ctx, call.args.back());
    if (!out.type.is_array()) {
        return fail<Code::NoOverload>(ctx, range, call.func, out)
            .help("behind its arguments it takes an array for the results");
    }
    store_lanes(ctx, out, std::move(value), range);
    return out;
}

/// `a.fill(v)`
Operand fill(Lowering& ctx, const Operand& array, const syntax::Call& call, Range range) {
    if (!takes(ctx, call, range, 1)) {
        return error();
    }
    const Operand operand = lower_value(ctx, call.args[0]);
    if (!operand.is_value()) {
        return operand;
    }
    store_lanes(ctx, array, lanes_of(operand, ctx.range(call.args[0])), range);
    return known(Value{NoneValue{}});
}

}  // namespace pycu::sema
