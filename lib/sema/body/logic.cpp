// Operators as they are written, `and`, `or` and conditional expressions. See body.h.
#include "sema/body/body.h"
#include "types/operations.h"

namespace pycu::sema {

namespace {

/// Whether the comparison is `in` or `not in`, and no other one follows.
bool is_last_membership(const syntax::Compare& e, std::size_t at) {
    return at + 1 == e.ops.size() && (e.ops[at] == CompareOp::In || e.ops[at] == CompareOp::NotIn);
}

}  // namespace

Operand Body::lower_binary(const syntax::BinOp& e, Range range) {
    Operand left = lower(e.left);
    Operand right = lower(e.right);
    const auto* left_text = left.get<StringValue>();
    const auto* right_text = right.get<StringValue>();
    if (left_text != nullptr && right_text != nullptr && e.op == BinaryOp::Add) {
        return known(Value{StringValue{left_text->text + right_text->text}});
    }
    left = runtime(left, tree_.exprs[e.left].range);
    right = runtime(right, tree_.exprs[e.right].range);
    return binary(e.op, left, right, range);
}

Operand Body::lower_unary(const syntax::UnaryOp& e, Range range) {
    if (e.op == UnaryOp::Not) {
        const Operand operand = truth(e.operand);
        if (!operand.is_value()) {
            return operand;
        }
        return value(boolean, range, ir::Unary{UnaryOp::Not, operand.ir});
    }
    return unary(e.op, lower_plain(e.operand), range);
}

Operand Body::lower_compare(const syntax::Compare& e, Range range) {
    return compare_from(e, 0, lower(e.left), range);
}

/// The comparisons from one on: what comes next is evaluated only where this one holds.
Operand Body::compare_from(const syntax::Compare& e, std::size_t at, const Operand& left,
                           Range range) {
    const CompareOp op = e.ops[at];
    if (is_last_membership(e, at)) {
        return contains(op == CompareOp::NotIn, left, e.comparators[at], range);
    }
    Operand right = lower(e.comparators[at]);
    const bool is_last = at + 1 == e.ops.size();
    if (!is_last && right.is_value() && !is_plain_sum(right.ir)) {
        right.ir = keep(right.ir, "middle");
    }
    const Operand part = compare(op, left, right, range);
    if (is_last || !part.is_value()) {
        return part;
    }
    return short_circuit(
        true, part, [&] { return compare_from(e, at + 1, right, range); }, range);
}

/// The truth of an expression: a test, the operand of `not`.
Operand Body::truth(ExprId expr) {
    const syntax::Expr& e = tree_.exprs[expr];
    if (const auto* op = std::get_if<syntax::BoolOp>(&e.as)) {
        const std::vector<ExprId> parts = asked_parts(*op);
        Operand result = truth(parts.front());
        for (std::size_t i = 1; i < parts.size(); ++i) {
            result = short_circuit(
                op->op == syntax::BoolOperator::And, result, [&] { return truth(parts[i]); },
                e.range);
        }
        return joined(expr, result);
    }
    return truth_of(lower(expr), e.range);
}

Operand Body::lower_bool_op(const syntax::BoolOp& e, Range range) {
    const std::vector<ExprId> parts = asked_parts(e);
    Operand result = lower_value(parts.front());
    for (std::size_t i = 1; i < parts.size(); ++i) {
        result = short_circuit(
            e.op == syntax::BoolOperator::And, result,
            [&, part = parts[i]] { return lower_value(part); }, range);
    }
    return result;
}

/// `left and right`: the right side is evaluated only where it is needed.
Operand Body::short_circuit(bool is_and, Operand left, const std::function<Operand()>& lower_right,
                            Range range) {
    Operand right;
    ir::Block block = block_of([&] { right = lower_right(); });
    if (!left.is_value() || !right.is_value()) {
        const bool failed = left.kind == Operand::Kind::Error || right.kind == Operand::Kind::Error;
        return failed ? error() : pending();
    }
    if (left.type.is_bool() && right.type.is_bool() && block.empty()) {
        return value(boolean, range, ir::Logical{is_and, left.ir, right.ir});
    }
    if (left.type.is_bool() && right.type.is_bool()) {
        // The right side has statements of its own: they stand where the left one asks for them.
        const ir::LocalId local = temporary("holds", boolean, range);
        emit(current_stmt_, ir::Assign{.target = local, .value = left.ir});
        emit_into(block,
                  [&] { emit(current_stmt_, ir::Assign{.target = local, .value = right.ir}); });
        const ir::ExprId read = add(boolean, range, ir::Read{local});
        const ir::ExprId asks = is_and ? read : add(boolean, range, ir::Unary{UnaryOp::Not, read});
        emit(current_stmt_, ir::If{asks, std::move(block), {}, false});
        return value(boolean, range, ir::Read{local});
    }
    const std::optional<Type> type = bool_op_result(left.type, right.type, evaluator_.types());
    if (!type) {
        report<diag::Code::NoOperator>(range, is_and ? "and" : "or", type_name(left.type),
                                       type_name(right.type));
        return error();
    }
    left.ir = keep(left.ir, "left");
    const Operand condition = truth_of(left, range);
    if (!condition.is_value()) {
        return condition;
    }
    return is_and ? select(condition, right, std::move(block), left, {}, range)
                  : select(condition, left, {}, right, std::move(block), range);
}

Operand Body::lower_if_exp(const syntax::IfExp& e, Range range) {
    const std::optional<bool> outcome = known_truth(e.test, flow_);
    if (outcome) {
        run_known_test(e.test);
        return lower(*outcome ? e.body : e.orelse);
    }
    Operand condition = truth(e.test);
    Operand yes;
    Operand no;
    ir::Block yes_block = block_of([&] { yes = lower(e.body); });
    ir::Block no_block = block_of([&] { no = lower(e.orelse); });
    if (yes.get<FunctionRef>() != nullptr && no.get<FunctionRef>() != nullptr) {
        report<diag::Code::SeveralFunctions>(range, tree_.file->text(range))
            .help("call the one or the other in each branch, or choose by a constant");
        return error();
    }
    emit_into(yes_block, [&] { yes = runtime(std::move(yes), tree_.exprs[e.body].range); });
    emit_into(no_block, [&] { no = runtime(std::move(no), tree_.exprs[e.orelse].range); });
    for (const Operand* operand : {&condition, &yes, &no}) {
        if (operand->kind == Operand::Kind::Error) {
            return error();
        }
    }
    if (!condition.is_value()) {
        return pending();
    }
    if (!yes.is_value() || !no.is_value()) {
        return yes.is_value() ? yes : no;
    }
    return select(condition, yes, std::move(yes_block), no, std::move(no_block), range);
}

}  // namespace pycu::sema
