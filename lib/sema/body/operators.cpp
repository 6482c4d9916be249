// Operators on operands: arithmetic, comparison, truth, one value or the other. See operations.h.
#include <algorithm>

#include "sema/body/operations.h"
#include "support/match.h"
#include "types/convert.h"
#include "types/operations.h"
#include "types/scalar.h"

namespace pycu::sema {

Operand Operations::binary(BinaryOp op, Operand left, Operand right, Range range) {
    if (!left.is_value() || !right.is_value()) {
        const bool failed = left.kind == Operand::Kind::Error || right.kind == Operand::Kind::Error;
        return failed ? error() : pending();
    }
    left = plain(left, range);
    right = plain(right, range);
    if (op == BinaryOp::Mult && (left.type.is_tuple() || right.type.is_tuple())) {
        return left.type.is_tuple() ? repeat_tuple(left, right, range)
                                    : repeat_tuple(right, left, range);
    }
    if (op == BinaryOp::Add && left.type.is_tuple() && right.type.is_tuple()) {
        return concatenate(left, right, range);
    }
    std::optional<Type> type;
    std::optional<Operands> operands;
    if (left.type.is_scalar() && right.type.is_scalar()) {
        type = binary_result(op, left.type, right.type);
        operands = binary_operands(op, left.type, right.type);
    }
    if (!type || !operands) {
        auto& diagnostic = report<diag::Code::NoOperator>(
            range, python_text(op), type_name(left.type), type_name(right.type));
        if (left.type.is_array() || right.type.is_array()) {
            diagnostic.help("device code works on elements: write `a[i]`");
        } else if (left.type.is_float() || right.type.is_float()) {
            diagnostic.help("convert with `int(x)` first");
        }
        return error();
    }
    if (op == BinaryOp::Pow) {
        // The exponent keeps its type where Numba multiplies instead of calling pow.
        const bool multiplies = right.type.is_integer() && !type->is_complex();
        const Type exponent = multiplies ? right.type : operands->right;
        if (right.is_literal) {
            // Products take the place of small powers, however `x ** (1 + 1)` is written.
            right = operand_of(*right.known, std::nullopt, range);
        }
        return value(*type, range,
                     ir::Binary{op, convert(left.ir, *type), convert(right.ir, exponent)});
    }
    const bool is_shift = op == BinaryOp::LShift || op == BinaryOp::RShift;
    const ir::ExprId converted_left = convert_through(left.ir, operands->left, *type);
    const ir::ExprId converted_right = is_shift ? convert(right.ir, operands->right)
                                                : convert_through(right.ir, operands->right, *type);
    return value(*type, range, ir::Binary{op, converted_left, converted_right});
}

/// Converts twice, as Numba does; once where that gives the same value.
ir::ExprId Operations::convert_through(ir::ExprId expr, Type middle, Type to) {
    const Type from = fn_.exprs[expr].type;
    const bool widens = from.is_integer() && middle.is_integer() &&
                        (bytes(middle) > bytes(from) || middle == from) &&
                        (from.is_unsigned() || middle.is_signed());
    if (widens || from.is_bool()) {
        return convert(expr, to);
    }
    return convert(convert(expr, middle), to);
}

Operand Operations::concatenate(const Operand& left, const Operand& right, Range range) {
    ir::Tuple tuple;
    for (const Operand* part : {&left, &right}) {
        const std::size_t count = types_.items(part->type).size();
        for (std::size_t i = 0; i < count; ++i) {
            tuple.items.push_back(tuple_item(*part, i, range).ir);
        }
    }
    return value(tuple_concat(left.type, right.type, types_), range, std::move(tuple));
}

/// -x, +x, ~x
Operand Operations::unary(UnaryOp op, const Operand& operand, Range range) {
    if (!operand.is_value()) {
        return operand;
    }
    const std::optional<Type> type =
        operand.type.is_scalar() ? unary_result(op, operand.type) : std::nullopt;
    if (!type) {
        report<diag::Code::NoUnaryOperator>(range, python_text(op), type_name(operand.type));
        return error();
    }
    if (const auto* literal = std::get_if<ir::Literal>(&fn_.exprs[operand.ir].as)) {
        if (op == UnaryOp::USub) {
            if (const auto* i = std::get_if<std::int64_t>(&literal->value);
                i != nullptr && operand.type == int64) {
                return number(int64, -*i, range);
            }
            if (const auto* bits = std::get_if<std::uint64_t>(&literal->value);
                bits != nullptr && *bits == std::uint64_t{1} << 63U && operand.type == uint64) {
                // -2**63: Numba negates the uint64.
                return value(*type, range, ir::Unary{op, operand.ir});
            }
            if (const auto* x = std::get_if<double>(&literal->value)) {
                return number(operand.type, -*x, range);
            }
        }
    }
    // Negation and inversion are done in the operand's own width, then extended.
    const bool own_width =
        operand.type.is_integer() && (op == UnaryOp::USub || op == UnaryOp::Invert);
    if (own_width && *type != operand.type) {
        const ir::ExprId result = add(operand.type, range, ir::Unary{op, operand.ir});
        return value(*type, range, ir::Cast{result});
    }
    if (op == UnaryOp::Invert && operand.type.is_bool()) {
        return value(*type, range, ir::Unary{UnaryOp::Not, operand.ir});
    }
    return value(*type, range, ir::Unary{op, convert(operand.ir, *type)});
}

Operand Operations::compare(CompareOp op, const Operand& left_operand, const Operand& right_operand,
                            Range range) {
    const bool is_identity = op == CompareOp::Is || op == CompareOp::IsNot;
    if (left_operand.kind == Operand::Kind::Error || right_operand.kind == Operand::Kind::Error) {
        return error();
    }
    if (auto test = compare_none(op, left_operand, right_operand, range)) {
        return *test;
    }
    const auto* left_text = left_operand.get<StringValue>();
    const auto* right_text = right_operand.get<StringValue>();
    if (left_text != nullptr && right_text != nullptr &&
        (op == CompareOp::Eq || op == CompareOp::NotEq)) {
        return number(boolean, (*left_text == *right_text) == (op == CompareOp::Eq), range);
    }
    if (left_text != nullptr && right_text != nullptr &&
        (op == CompareOp::In || op == CompareOp::NotIn)) {
        const bool is_in = right_text->text.find(left_text->text) != std::string::npos;
        return number(boolean, is_in == (op == CompareOp::In), range);
    }
    Operand left = runtime(left_operand, range);
    Operand right = runtime(right_operand, range);
    if (!left.is_value() || !right.is_value()) {
        const bool failed = left.kind == Operand::Kind::Error || right.kind == Operand::Kind::Error;
        return failed ? error() : pending();
    }
    if (op == CompareOp::In || op == CompareOp::NotIn) {
        return compare_in(op == CompareOp::NotIn, left, right, range);
    }
    if (auto result = compare_enums(op, left, right, range)) {
        return *result;
    }
    left = plain(left, range);
    right = plain(right, range);
    if (left.type.is_tuple() && right.type.is_tuple()) {
        return compare_tuples(op, left, right, range);
    }
    std::optional<Operands> operands;
    if (left.type.is_scalar() && right.type.is_scalar()) {
        operands = compare_operands(op, left.type, right.type);
    }
    if (!operands) {
        if (left.type.is_array() || right.type.is_array()) {
            report<diag::Code::NoOperator>(range, python_text(op), type_name(left.type),
                                           type_name(right.type))
                .help("device code works on elements: write `a[i]`");
        } else {
            report<diag::Code::NoOperator>(range, python_text(op), type_name(left.type),
                                           type_name(right.type));
        }
        return error();
    }
    if (is_identity && left.type != right.type) {
        return number(boolean, op == CompareOp::IsNot, range);
    }
    const CompareOp written = op == CompareOp::Is      ? CompareOp::Eq
                              : op == CompareOp::IsNot ? CompareOp::NotEq
                                                       : op;
    return value(
        boolean, range,
        ir::Compare{written, convert(left.ir, operands->left), convert(right.ir, operands->right)});
}

/// `x in (1, 2, 3)`: one comparison an item.
Operand Operations::compare_in(bool negated, const Operand& item, const Operand& tuple,
                               Range range) {
    if (tuple.type.is_array()) {
        const Type element = tuple.type.element_type();
        const auto both = item.type.is_scalar() && element.is_scalar()
                              ? compare_operands(CompareOp::Eq, item.type, element)
                              : std::nullopt;
        if (!both) {
            report<diag::Code::NoOperator>(range, "in", type_name(item.type),
                                           type_name(tuple.type));
            return error();
        }
        const Operand found =
            value(boolean, range, ir::Reduce{"contains", tuple.ir, convert(item.ir, both->left)});
        return negate_if(negated, found, range);
    }
    if (!tuple.type.is_tuple()) {
        return unsupported(range, "`in` on `" + type_name(tuple.type) + "`");
    }
    Operand left = item;
    left.ir = keep(left.ir, "item");
    const std::vector<Operand> items = tuple_items(tuple, range);
    Operand result;
    const std::size_t count = items.size();
    for (std::size_t i = 0; i < count; ++i) {
        const Operand part = compare(CompareOp::Eq, left, items[i], range);
        if (!part.is_value()) {
            return part;
        }
        result = i == 0 ? part : value(boolean, range, ir::Logical{false, result.ir, part.ir});
    }
    if (count == 0) {
        return number(boolean, negated, range);
    }
    return negate_if(negated, result, range);
}

/// The `not` of `not in`; an error stays one.
Operand Operations::negate_if(bool negated, const Operand& condition, Range range) {
    return negated && condition.is_value()
               ? value(boolean, range, ir::Unary{UnaryOp::Not, condition.ir})
               : condition;
}

Operand Operations::truth_of(const Operand& operand, Range range) {
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
        const bool is_full = !types_.items(operand_value.type).empty();
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

namespace {

/// A condition that turned out to be known once everything had a type.
std::optional<bool> literal_truth(const ir::Expr& condition) {
    const auto* literal = std::get_if<ir::Literal>(&condition.as);
    const auto* value = literal != nullptr ? std::get_if<bool>(&literal->value) : nullptr;
    return value != nullptr ? std::optional(*value) : std::nullopt;
}

}  // namespace

/// `c ? a : b`, or an if statement where a value needs statements of its own.
Operand Operations::select(Operand condition, Operand yes, ir::Block yes_block, Operand no,
                           ir::Block no_block, Range range) {
    const std::optional<Type> type = unify(yes.type, no.type, types_);
    if (!type) {
        report<diag::Code::CannotUnify>(range, source_text(range), type_name(yes.type),
                                        type_name(no.type));
        return error();
    }
    if (type->is_none()) {
        if (yes_block.empty() && no_block.empty()) {
            return none_value(range);
        }
        emit(current_stmt_, ir::If{condition.ir, std::move(yes_block), std::move(no_block), false});
        return none_value(range);
    }
    if (const std::optional<bool> taken = literal_truth(fn_.exprs[condition.ir])) {
        const ir::Block& kept = *taken ? yes_block : no_block;
        forget(*taken ? no_block : yes_block);
        out_->insert(out_->end(), kept.begin(), kept.end());
        const Operand& chosen = *taken ? yes : no;
        wait_here(chosen.ir);
        return converted(chosen, *type);
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

}  // namespace pycu::sema
