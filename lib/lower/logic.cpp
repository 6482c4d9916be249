// Operators as they are written, `and`, `or` and conditional expressions. See lowering.h.
#include "lower/exprs.h"
#include "lower/nodes.h"
#include "lower/operations.h"
#include "lower/stmts.h"
#include "types/operations.h"

namespace pycu::sema {

static Operand compare_from(Lowering& ctx, const syntax::Compare& e, std::size_t at,
                            const Operand& left, Range range);
static Operand short_circuit(Lowering& ctx, bool is_and, Operand left,
                             const std::function<Operand()>& lower_right, Range range);

namespace {

/// Whether the comparison is `in` or `not in`, and no other one follows.
bool is_last_membership(const syntax::Compare& e, std::size_t at) {
    return at + 1 == e.ops.size() && (e.ops[at] == CompareOp::In || e.ops[at] == CompareOp::NotIn);
}

}  // namespace

Operand lower_binary(Lowering& ctx, const syntax::BinOp& e, Range range) {
    Operand left = lower(ctx, e.left);
    Operand right = lower(ctx, e.right);
    const auto* left_text = left.get<StringValue>();
    const auto* right_text = right.get<StringValue>();
    if (left_text != nullptr && right_text != nullptr && e.op == BinaryOp::Add) {
        return known(Value{StringValue{left_text->text + right_text->text}});
    }
    left = runtime(ctx, left, ctx.range(e.left));
    right = runtime(ctx, right, ctx.range(e.right));
    return binary(ctx, e.op, left, right, range);
}

Operand lower_unary(Lowering& ctx, const syntax::UnaryOp& e, Range range) {
    if (e.op == UnaryOp::Not) {
        const Operand operand = truth(ctx, e.operand);
        if (!operand.is_value()) {
            return operand;
        }
        return value(ctx, boolean, range, ir::Unary{UnaryOp::Not, operand.ir});
    }
    return unary(ctx, e.op, lower_plain(ctx, e.operand), range);
}

Operand lower_compare(Lowering& ctx, const syntax::Compare& e, Range range) {
    return compare_from(ctx, e, 0, lower(ctx, e.left), range);
}

/// The comparisons from one on: what comes next is evaluated only where this one holds.
static Operand compare_from(Lowering& ctx, const syntax::Compare& e, std::size_t at,
                            const Operand& left, Range range) {
    const CompareOp op = e.ops[at];
    if (is_last_membership(e, at)) {
        return contains(ctx, op == CompareOp::NotIn, left, e.comparators[at], range);
    }
    Operand right = lower(ctx, e.comparators[at]);
    const bool is_last = at + 1 == e.ops.size();
    if (!is_last && right.is_value() && !is_plain_sum(ctx, right.ir)) {
        right.ir = keep(ctx, right.ir, "middle");
    }
    const Operand part = compare(ctx, op, left, right, range);
    if (is_last || !part.is_value()) {
        return part;
    }
    return short_circuit(
        ctx, true, part, [&] { return compare_from(ctx, e, at + 1, right, range); }, range);
}

/// The truth of an expression: a test, the operand of `not`.
Operand truth(Lowering& ctx, ExprId expr) {
    const syntax::Expr& e = ctx.tree.exprs[expr];
    if (const auto* op = e.get<syntax::BoolOp>()) {
        const std::vector<ExprId> parts = asked_parts(ctx, *op);
        Operand result = truth(ctx, parts.front());
        for (std::size_t i = 1; i < parts.size(); ++i) {
            result = short_circuit(
                ctx, op->op == syntax::BoolOperator::And, result,
                [&] { return truth(ctx, parts[i]); }, e.range);
        }
        return joined(ctx, expr, result);
    }
    return truth_of(ctx, lower(ctx, expr), e.range);
}

Operand lower_bool_op(Lowering& ctx, const syntax::BoolOp& e, Range range) {
    const std::vector<ExprId> parts = asked_parts(ctx, e);
    Operand result = lower_value(ctx, parts.front());
    for (std::size_t i = 1; i < parts.size(); ++i) {
        result = short_circuit(
            ctx, e.op == syntax::BoolOperator::And, result,
            [&, part = parts[i]] { return lower_value(ctx, part); }, range);
    }
    return result;
}

/// `left and right`: the right side is evaluated only where it is needed.
static Operand short_circuit(Lowering& ctx, bool is_and, Operand left,
                             const std::function<Operand()>& lower_right, Range range) {
    Operand right;
    ir::Block block = block_of(ctx, [&] { right = lower_right(); });
    if (!left.is_value() || !right.is_value()) {
        const bool failed = left.kind == Operand::Kind::Error || right.kind == Operand::Kind::Error;
        return failed ? error() : pending(ctx);
    }
    if (left.type.is_bool() && right.type.is_bool() && block.empty()) {
        return value(ctx, boolean, range, ir::Logical{is_and, left.ir, right.ir});
    }
    if (left.type.is_bool() && right.type.is_bool()) {
        // The right side has statements of its own: they stand where the left one asks for them.
        const ir::LocalId local = temporary(ctx, "holds", boolean, range);
        emit(ctx, ctx.current_stmt, ir::Assign{.target = local, .value = left.ir});
        emit_into(ctx, block, [&] {
            emit(ctx, ctx.current_stmt, ir::Assign{.target = local, .value = right.ir});
        });
        const ir::ExprId read = add(ctx, boolean, range, ir::Read{local});
        const ir::ExprId asks =
            is_and ? read : add(ctx, boolean, range, ir::Unary{UnaryOp::Not, read});
        emit(ctx, ctx.current_stmt, ir::If{asks, std::move(block), {}, false});
        return value(ctx, boolean, range, ir::Read{local});
    }
    const std::optional<Type> type = bool_op_result(left.type, right.type, ctx.types);
    if (!type) {
        return fail<Code::NoOperator>(ctx, range, is_and ? "and" : "or", left, right);
    }
    left.ir = keep(ctx, left.ir, "left");
    const Operand condition = truth_of(ctx, left, range);
    if (!condition.is_value()) {
        return condition;
    }
    return is_and ? select(ctx, condition, right, std::move(block), left, {}, range)
                  : select(ctx, condition, left, {}, right, std::move(block), range);
}

Operand lower_if_exp(Lowering& ctx, const syntax::IfExp& e, Range range) {
    const std::optional<bool> outcome = known_truth(ctx, e.test, ctx.flow);
    if (outcome) {
        run_known_test(ctx, e.test);
        return lower(ctx, *outcome ? e.body : e.orelse);
    }
    Operand condition = truth(ctx, e.test);
    Operand yes;
    Operand no;
    ir::Block yes_block = block_of(ctx, [&] { yes = lower(ctx, e.body); });
    ir::Block no_block = block_of(ctx, [&] { no = lower(ctx, e.orelse); });
    if (yes.get<FunctionRef>() != nullptr && no.get<FunctionRef>() != nullptr) {
        return fail<Code::SeveralFunctions>(ctx, range, ctx.tree.file->text(range))
            .help("call the one or the other in each branch, or choose by a constant");
    }
    emit_into(ctx, yes_block, [&] { yes = runtime(ctx, std::move(yes), ctx.range(e.body)); });
    emit_into(ctx, no_block, [&] { no = runtime(ctx, std::move(no), ctx.range(e.orelse)); });
    for (const Operand* operand : {&condition, &yes, &no}) {
        if (operand->kind == Operand::Kind::Error) {
            return error();
        }
    }
    if (!condition.is_value()) {
        return pending(ctx);
    }
    if (!yes.is_value() || !no.is_value()) {
        return yes.is_value() ? yes : no;
    }
    return select(ctx, condition, yes, std::move(yes_block), no, std::move(no_block), range);
}

}  // namespace pycu::sema
