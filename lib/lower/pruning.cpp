// Tests whose outcome is known before anything has a type: the branch not taken may hold what has
// no type at all. Numba prunes on constants of the module and on what is None. See lowering.h.
#include <algorithm>

#include "lower/exprs.h"
#include "values/numbers.h"

namespace pycu::sema {

/// An argument of type none, a variable set to None here or to another that is None.
static bool is_none_version(const Lowering& ctx, VersionId id, const Flow& flow) {
    for (int steps = 0; steps < 100; ++steps) {
        const Version& version = flow.versions[id];
        if (version.kind == Version::Kind::Parameter) {
            const auto param = std::ranges::find(flow.params, id);
            const auto at = std::size_t(param - flow.params.begin());
            return at < ctx.args.size() && ctx.args[at].is_none();
        }
        const auto value = flow.plain_values.find(id.index);
        if (version.kind != Version::Kind::Definition || value == flow.plain_values.end()) {
            return false;
        }
        if (is_none_literal(ctx, value->second)) {
            return true;
        }
        const auto use = flow.uses.find(value->second.index);
        const bool is_name = ctx.is<syntax::Name>(value->second);
        if (!is_name || use == flow.uses.end()) {
            return false;
        }
        id = use->second;
    }
    return false;
}

/// `x is None`, `x is not None`, `x == None` of a variable that is None for certain.
static std::optional<bool> known_none_test(Lowering& ctx, const syntax::Compare& compare,
                                           const Flow& flow) {
    using enum CompareOp;
    if (compare.ops.size() != 1) {
        return std::nullopt;
    }
    const bool is_same = compare.ops[0] == Is || compare.ops[0] == Eq;
    if (!is_same && compare.ops[0] != IsNot && compare.ops[0] != NotEq) {
        return std::nullopt;
    }
    const auto is_none_operand = [&](ExprId side) {
        const auto use = flow.uses.find(side.index);
        const bool is_name = ctx.is<syntax::Name>(side);
        return is_none_literal(ctx, side) ||
               (is_name && use != flow.uses.end() && is_none_version(ctx, use->second, flow));
    };
    return is_none_operand(compare.left) && is_none_operand(compare.comparators[0])
               ? std::optional(is_same)
               : std::nullopt;
}

/// `if MODE == "fast":`, a comparison of two constants.
static std::optional<bool> known_comparison(Lowering& ctx, const syntax::Compare& compare,
                                            ExprId test) {
    const auto is_constant = [&](ExprId side) {
        if (reads_local(ctx, side)) {
            return false;
        }
        const Found found = ctx.evaluator.evaluate(side, ctx.decl.scope);
        return found.value.is<NumberValue>() || found.value.is<StringValue>();
    };
    if (!is_constant(compare.left) || !std::ranges::all_of(compare.comparators, is_constant)) {
        return std::nullopt;
    }
    const Found found = ctx.evaluator.evaluate(test, ctx.decl.scope);
    const auto* truth = found.value.get<NumberValue>();
    return truth != nullptr && truth->type.is_bool() ? std::optional(std::get<bool>(truth->value))
                                                     : std::nullopt;
}

/// `if x is not None and n > 0:`: one part may decide.
static std::optional<bool> known_bool_op(Lowering& ctx, const syntax::BoolOp& op,
                                         const Flow& flow) {
    const bool is_and = op.op == syntax::BoolOperator::And;
    bool all_known = true;
    for (const ExprId part : op.values) {
        const std::optional<bool> outcome = known_truth(ctx, part, flow);
        if (outcome && *outcome != is_and) {
            return outcome;
        }
        all_known = all_known && outcome.has_value();
    }
    return all_known ? std::optional(is_and) : std::nullopt;
}

/// `if DEBUG:`, `while True:`: a test whose names are not the function's own.
std::optional<bool> known_truth(Lowering& ctx, ExprId test, const Flow& flow) {
    const syntax::Expr& expr = ctx.tree.exprs[test];
    if (const std::optional<Value> constant = ctx.instances.folded().constant(test)) {
        return sema::truth(*constant);
    }
    if (const auto* compare = expr.get<syntax::Compare>()) {
        const std::optional<bool> outcome = known_none_test(ctx, *compare, flow);
        return outcome ? outcome : known_comparison(ctx, *compare, test);
    }
    if (const auto* op = expr.get<syntax::UnaryOp>(); op != nullptr && op->op == UnaryOp::Not) {
        const std::optional<bool> outcome = known_truth(ctx, op->operand, flow);
        return outcome ? std::optional(!*outcome) : std::nullopt;
    }
    if (const auto* op = expr.get<syntax::BoolOp>()) {
        return known_bool_op(ctx, *op, flow);
    }
    const auto* name = expr.get<syntax::Name>();
    if (name == nullptr || flow_is_local(ctx, name->id)) {
        return std::nullopt;
    }
    const std::optional<Found> found = ctx.evaluator.lookup(name->id, ctx.decl.scope);
    const auto* number = found ? found->value.get<NumberValue>() : nullptr;
    if (number == nullptr) {
        return std::nullopt;
    }
    return std::visit([](auto value) { return value != 0; }, number->value);
}

/// Whether a test whose outcome is known asks for something else on the way there.
static bool asks_unknown(Lowering& ctx, ExprId test) {
    const syntax::Expr& expr = ctx.tree.exprs[test];
    if (const auto* op = expr.get<syntax::UnaryOp>()) {
        return asks_unknown(ctx, op->operand);
    }
    const auto* op = expr.get<syntax::BoolOp>();
    if (op == nullptr) {
        return false;
    }
    const bool is_and = op->op == syntax::BoolOperator::And;
    for (const ExprId part : op->values) {
        const std::optional<bool> outcome = known_truth(ctx, part, ctx.flow);
        if (!outcome || asks_unknown(ctx, part)) {
            return true;
        }
        if (*outcome != is_and) {
            return false;
        }
    }
    return false;
}

/// The parts of `and` and `or` that Python may come to: `3 and x` is x, and `3 or x` is 3. A part
/// whose truth is known is passed over where it does not decide, and is the last where it does:
/// Numba prunes such branches and never types them.
std::vector<syntax::ExprId> asked_parts(Lowering& ctx, const syntax::BoolOp& op) {
    const bool is_and = op.op == syntax::BoolOperator::And;
    std::vector<ExprId> parts;
    for (const ExprId part : op.values) {
        const bool is_last = part == op.values.back();
        const std::optional<bool> outcome =
            is_last ? std::nullopt : known_truth(ctx, part, ctx.flow);
        if (outcome == is_and && !asks_unknown(ctx, part)) {
            continue;
        }
        parts.push_back(part);
        if (outcome && *outcome != is_and) {
            break;
        }
    }
    return parts;
}

/// What a test does whose outcome is known: `f() and False` calls f.
void run_known_test(Lowering& ctx, ExprId test) {
    if (asks_unknown(ctx, test)) {
        truth(ctx, test);
    }
}

bool is_none_literal(const Lowering& ctx, ExprId expr) {
    return syntax::is_none(ctx.tree, expr);
}

}  // namespace pycu::sema
