// Truth, `and`, `or` and conditional expressions. See body.h.
#include "sema/body/body.h"
#include "types/operations.h"

namespace pycu::sema {

namespace {

/// A condition that turned out to be known once everything had a type.
std::optional<bool> literal_truth(const ir::Expr& condition) {
    const auto* literal = std::get_if<ir::Literal>(&condition.as);
    const auto* value = literal != nullptr ? std::get_if<bool>(&literal->value) : nullptr;
    return value != nullptr ? std::optional(*value) : std::nullopt;
}

}  // namespace

/// The truth of an expression: a test, the operand of `not`.
Operand Body::truth(ExprId expr) {
    const syntax::Expr& e = tree_.exprs[expr];
    if (const auto* op = std::get_if<syntax::BoolOp>(&e.as)) {
        Operand result = truth(op->values.front());
        for (std::size_t i = 1; i < op->values.size(); ++i) {
            result = short_circuit(op->op == syntax::BoolOperator::And, result, op->values[i], true,
                                   e.range);
        }
        return joined(expr, result);
    }
    return truth_of(lower(expr), e.range);
}

Operand Body::truth_of(const Operand& operand, Range range) {
    if (operand.get<NoneValue>() != nullptr) {
        return number(boolean, false, range);
    }
    if (const auto* string = operand.get<StringValue>()) {
        return number(boolean, !string->text.empty(), range);
    }
    const Operand operand_value = runtime(operand, range);
    if (!operand_value.is_value()) {
        return operand_value;
    }
    if (operand_value.type.is_none()) {
        return number(boolean, false, range);
    }
    if (operand_value.type.is_tuple()) {
        const bool is_full = !evaluator_.types().items(operand_value.type).empty();
        return number(boolean, is_full, range);
    }
    if (!has_truth(operand_value.type)) {
        auto& diagnostic = report<diag::Code::NoTruth>(range, type_name(operand_value.type));
        if (operand_value.type.is_array()) {
            diagnostic.help("test an element, `a[i]`, or the length, `len(a) > 0`");
        } else if (operand_value.type.is_optional()) {
            diagnostic.help("test for None: `x is not None`");
        } else if (operand_value.type.is_enum()) {
            diagnostic.help("test its value, `x.value`, or compare it with a member");
        }
        return error();
    }
    return converted(operand_value, boolean);
}

Operand Body::lower_bool_op(const syntax::BoolOp& e, Range range) {
    Operand result = lower_value(e.values.front());
    for (std::size_t i = 1; i < e.values.size(); ++i) {
        result =
            short_circuit(e.op == syntax::BoolOperator::And, result, e.values[i], false, range);
    }
    return result;
}

/// `left and right`: the right side is evaluated only where it is needed.
Operand Body::short_circuit(bool is_and, Operand left, ExprId right_expr, bool as_truth,
                            Range range) {
    Operand right;
    ir::Block block =
        block_of([&] { right = as_truth ? truth(right_expr) : lower_value(right_expr); });
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

/// `c ? a : b`, or an if statement where a value needs statements of its own.
Operand Body::select(Operand condition, Operand yes, ir::Block yes_block, Operand no,
                     ir::Block no_block, Range range) {
    const std::optional<Type> type = unify(yes.type, no.type, evaluator_.types());
    if (!type) {
        report<diag::Code::CannotUnify>(range, std::string(tree_.file->text(range)),
                                        type_name(yes.type), type_name(no.type));
        return error();
    }
    if (type->is_none()) {
        return none_value(range);
    }
    if (const std::optional<bool> taken = literal_truth(fn_.exprs[condition.ir])) {
        const ir::Block& kept = *taken ? yes_block : no_block;
        out_->insert(out_->end(), kept.begin(), kept.end());
        return converted(*taken ? yes : no, *type);
    }
    if (yes_block.empty() && no_block.empty()) {
        return value(*type, range,
                     ir::Select{condition.ir, convert(yes.ir, *type), convert(no.ir, *type)});
    }
    const ir::LocalId local = temporary("value", *type, range);
    emit_into(yes_block,
              [&] { emit(range, ir::Assign{.target = local, .value = convert(yes.ir, *type)}); });
    emit_into(no_block,
              [&] { emit(range, ir::Assign{.target = local, .value = convert(no.ir, *type)}); });
    emit(current_stmt_, ir::If{condition.ir, std::move(yes_block), std::move(no_block), false});
    return value(*type, range, ir::Read{local});
}

Operand Body::lower_if_exp(const syntax::IfExp& e, Range range) {
    const std::optional<bool> outcome = known_truth(e.test, flow_);
    if (outcome) {
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
