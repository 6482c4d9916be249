// Operators: which of Python's are C++'s, and in which type C++ then computes.
#include <algorithm>
#include <utility>

#include "emit/cpp_operators.h"
#include "emit/cpp_types.h"
#include "emit/exprs.h"
#include "ir/interval.h"
#include "ir/visit.h"
#include "types/scalar.h"

namespace pycu::emit {
namespace {

constexpr CppOperator sum(const char* text) {
    return {text, Precedence::Additive, Precedence::Additive, Precedence::Multiplicative};
}
constexpr CppOperator product(const char* text) {
    return {text, Precedence::Multiplicative, Precedence::Multiplicative, Precedence::Unary};
}
/// Operands of `&`, `|`, `^` and shifts are put in parentheses, as compilers and readers ask for.
constexpr CppOperator bits(const char* text, Precedence own) {
    return {text, own, Precedence::Unary, Precedence::Unary};
}

/// In the order of the operators; `**` and `@` have none.
constexpr CppOperator cpp_operators[] = {
    sum(" + "),
    sum(" - "),
    product(" * "),
    product(" / "),
    product(" / "),
    product(" % "),
    {},
    bits(" << ", Precedence::Shift),
    bits(" >> ", Precedence::Shift),
    bits(" & ", Precedence::BitAnd),
    bits(" | ", Precedence::BitOr),
    bits(" ^ ", Precedence::BitXor),
    {},
};

/// Whether an int holds the value, and C++ has it as an integer.
bool fits_int(const Printed& value) {
    return value.type.is_integer() && !value.pending && holds(int32, value.range);
}

bool is_bitwise(BinaryOp op) {
    return op == BinaryOp::BitAnd || op == BinaryOp::BitOr || op == BinaryOp::BitXor;
}

/// `lanes & mask` of an int and an unsigned int: of the 64 bits that Numba computes with, the upper
/// ones are zero.
std::optional<Printed> masked_in_32_bits(const ir::Binary& e, const Printed& left,
                                         const Printed& right, Type wanted) {
    const bool is_mixed = (left.type == uint32 && right.type == int32) ||
                          (left.type == int32 && right.type == uint32);
    if (e.op != BinaryOp::BitAnd || !is_mixed || wanted != int64 || left.pending || right.pending) {
        return std::nullopt;
    }
    const CppOperator op = operator_text(e.op);
    const ir::Interval mask = left.type == uint32 ? left.range : right.range;
    return Printed{{joined_by(op, left.text, right.text), op.own}, uint32, {0, mask.high}};
}

}  // namespace

CppText signed_by(UnaryOp op, const CppText& operand) {
    const bool has_sign = operand.text.starts_with('-');
    return {(op == UnaryOp::USub ? "-" : "~") +
                (has_sign ? "(" + operand.text + ")" : operand.as(Precedence::Unary)),
            Precedence::Unary};
}

const CppOperator& operator_text(BinaryOp op) {
    return cpp_operators[std::size_t(op)];
}

std::string joined_by(const CppOperator& op, CppText left, const CppText& right) {
    std::string text = left.precedence < op.left ? "(" + left.text + ")" : std::move(left.text);
    text += op.text;
    text += right.as(op.right);
    return text;
}

/// Casts as few operands as possible for C++ to compute in `type`, or in another integer type
/// that holds both operands and the result.
Balanced ExprPrinter::balance(Printed left, Printed right, Type type,
                              std::optional<ir::Interval> result) const {
    const auto is_right = [&](const Printed& l, const Printed& r) {
        const Type computed = usual_type(l.type, r.type);
        const bool settles =
            (!l.pending || *l.pending == computed) && (!r.pending || *r.pending == computed);
        if (computed == type) {
            return settles;
        }
        return settles && result && computed.is_integer() && holds(computed, l.range) &&
               holds(computed, r.range) && agrees(computed, type, *result);
    };
    const auto balanced = [&](Printed l, Printed r) {
        const Type computed = usual_type(l.type, r.type);
        return Balanced{std::move(l), std::move(r), computed};
    };
    if (is_right(left, right)) {
        return balanced(std::move(left), std::move(right));
    }
    if (type == int64 && options_.int_indices && result && holds(int32, *result) &&
        fits_int(left) && fits_int(right)) {
        type = int32;
        if (is_right(left, right)) {
            return balanced(std::move(left), std::move(right));
        }
    }
    Printed cast_left = converted(left, type);
    Printed cast_right = converted(right, type);
    const bool prefer_right = left.is_constant && !right.is_constant;
    if (prefer_right && is_right(left, cast_right)) {
        return balanced(std::move(left), std::move(cast_right));
    }
    if (is_right(cast_left, right)) {
        return balanced(std::move(cast_left), std::move(right));
    }
    if (is_right(left, cast_right)) {
        return balanced(std::move(left), std::move(cast_right));
    }
    return balanced(std::move(cast_left), std::move(cast_right));
}

Printed ExprPrinter::unary(const ir::Unary& e, ir::ExprId id) const {
    Printed value = settled(print(e.operand));
    const Type wanted = type(id);
    if (e.op == UnaryOp::UAdd) {
        return value;
    }
    if (e.op == UnaryOp::Not) {
        // `not a != b`: a test for equality has an opposite, that of NaN too
        const auto* test = get<ir::Compare>(e.operand);
        if (test != nullptr && (test->op == CompareOp::Eq || test->op == CompareOp::NotEq)) {
            ir::Compare opposite = *test;
            opposite.op = test->op == CompareOp::Eq ? CompareOp::NotEq : CompareOp::Eq;
            return compare(opposite);
        }
    }
    if (e.op == UnaryOp::Not || wanted.is_bool()) {
        const auto* compared = get<ir::Cast>(e.operand);
        const std::size_t test = value.text.text.rfind(" != 0");
        if (compared != nullptr && test != std::string::npos &&
            value.text.precedence == Precedence::Equality) {
            std::string text = value.text.text;
            text.replace(test + 1, 2, "==");
            return {{std::move(text), Precedence::Equality}, boolean};
        }
        return {{"!" + value.text.as(Precedence::Unary), Precedence::Unary}, boolean};
    }
    const bool is_minus = e.op == UnaryOp::USub;
    const ir::Interval result = is_minus ? ir::negated(value.range)
                                         : ir::difference(ir::negated(value.range), ir::exactly(1));
    Type computed = promoted(value.type);
    const auto is_same = [&] {
        return agrees(computed, wanted, result) && agrees(wanted, computed, result);
    };
    if (!is_same() && computed != promoted(wanted)) {
        value = converted(std::move(value), wanted);
        computed = promoted(value.type);
    }
    // An unsigned number wraps round: nothing is known of it then.
    const ir::Interval all = ir::interval_of(computed);
    const bool wraps = computed.is_integer() && !ir::contains(all, result);
    Printed printed{signed_by(e.op, value.text), computed, wraps ? all : result};
    return is_same() || !wanted.is_integer() ? printed : converted(std::move(printed), wanted);
}

Printed ExprPrinter::binary(const ir::Binary& e, ir::ExprId id) const {
    switch (e.op) {
        case BinaryOp::FloorDiv:
        case BinaryOp::Mod:
            return division(e, id);
        case BinaryOp::Pow:
            return power(e, id);
        case BinaryOp::LShift:
        case BinaryOp::RShift:
            return shift(e, id);
        case BinaryOp::Div:
            if (is_checked_division(e)) {
                return helper("pycu::checked_div", e, id);
            }
            if (is_fast_division(id)) {
                return called("__fdividef", float32, listed_exact(e.left), listed_exact(e.right));
            }
            return plain_binary(e, id);
        default:
            return plain_binary(e, id);
    }
}

/// Whether the text looks at a divisor first; that of complex numbers does so itself.
bool ExprPrinter::is_checked_division(const ir::Binary& e) const {
    return options_.raises_zero() && may_be_zero(e.right) &&
           (options_.debug || !type(e.right).is_complex());
}

/// `fastmath=True` divides float32 with one instruction and a multiplication.
bool ExprPrinter::is_fast_division(ir::ExprId id) const {
    const auto* division = get<ir::Binary>(id);
    return function_.options.fastmath && type(id) == float32 && division != nullptr &&
           division->op == BinaryOp::Div;
}

/// Whether it is the extent of a C array, or its size: a number in the text.
bool ExprPrinter::is_known_extent(ir::ExprId id) const {
    if (const auto* cast = get<ir::Cast>(id)) {
        return is_known_extent(cast->value);
    }
    return get<ir::Extent>(id) != nullptr || get<ir::Size>(id) != nullptr;
}

/// An operator that is the same in both languages once the operands have the right types.
Printed ExprPrinter::plain_binary(const ir::Binary& e, ir::ExprId id) const {
    Printed left = print(e.left);
    Printed right = print(e.right);
    const bool is_integer = type(id).is_integer();
    // Bits of narrower operands are those of wider ones as long as no sign comes in.
    ir::Interval result = ir::result_of(e.op, left.range, right.range);
    if (is_bitwise(e.op) && type(id).is_bool()) {
        result = {0, 1};
    } else if (is_bitwise(e.op) && result == ir::Interval{}) {
        result = ir::join(left.range, right.range);
        const bool is_positive = left.range.low >= 0 && right.range.low >= 0;
        if (!(is_positive || (left.type.is_signed() && right.type.is_signed()))) {
            result = {};
        }
    }
    if (const auto low = masked_in_32_bits(e, left, right, type(id))) {
        return *low;
    }
    // an unsigned difference that may fall below zero goes round at 64 bits, and at no fewer
    const bool may_wrap = type(id).is_unsigned() && result.low < 0;
    const ir::Interval known = may_wrap ? result : ir::meet(result, function_.exprs[id].known);
    const bool are_digits =
        left.number && right.number && left.text.text[0] <= '9' && right.text.text[0] <= '9';
    if (is_integer && are_digits && result.low == result.high &&
        (is_known_extent(e.left) || is_known_extent(e.right))) {
        return literal({ir::Number{result.low}}, type(id));
    }
    Balanced both = balance(std::move(left), std::move(right), type(id),
                            is_integer || type(id).is_bool() ? std::optional(known) : std::nullopt);
    const auto* nested = get<ir::Binary>(e.left);
    CppOperator op = operator_text(e.op);
    if (is_bitwise(e.op) && nested != nullptr && nested->op == e.op) {
        op.left = op.own;
    }
    std::string text = joined_by(op, std::move(both.left.text), both.right.text);
    return {{std::move(text), op.own}, both.type, may_wrap ? function_.exprs[id].known : known};
}

Printed ExprPrinter::shift(const ir::Binary& e, ir::ExprId id) const {
    const bool is_left = e.op == BinaryOp::LShift;
    Printed value = settled(print(e.left));
    const Printed count = settled(print(e.right));
    const ir::Interval counts = count.range;
    const Type wanted = type(id);
    const Type computed = promoted(value.type);
    const bool has_sign = value.range.low < 0;
    if (counts.low < 0 || counts.high >= 8 * bytes(wanted)) {
        value = converted(std::move(value), wanted);
        return called(is_left ? "pycu::shift_left" : "pycu::shift_right", wanted, value.text.text,
                      count.text.text);
    }
    ir::Interval result = ir::shifted_right(value.range, counts);
    if (is_left) {
        result = ir::product(value.range,
                             {1, counts.high < 62 ? std::int64_t{1} << counts.high : INT64_MAX});
    }
    const bool is_narrow_enough = counts.high < 8 * bytes(computed) &&
                                  holds(computed, value.range) &&
                                  agrees(computed, wanted, result) && !(is_left && has_sign);
    if (computed != wanted && !is_narrow_enough) {
        value = converted(std::move(value), wanted);
    }
    const CppOperator op = operator_text(e.op);
    const Type shown = promoted(value.type);
    return {{joined_by(op, std::move(value.text), count.text), op.own}, shown, result};
}

/// An expression that is short and can be written twice.
bool ExprPrinter::is_repeatable(ir::ExprId id) const {
    int nodes = 0;
    const auto visit = [&](const auto& self, ir::ExprId at) -> bool {
        const ir::Expr& expr = function_.exprs[at];
        if (++nodes > 5 || expr.is<ir::Call>() || expr.is<ir::Intrinsic>()) {
            return false;
        }
        bool is_simple = true;
        ir::for_each_operand(
            expr, [&](ir::ExprId operand) { is_simple = is_simple && self(self, operand); });
        return is_simple;
    };
    return visit(visit, id);
}

/// What an int is added to in 64 bits, of which its place keeps the lowest: `1L`, `int64_t(n)`.
std::string ExprPrinter::in_64_bits(Printed value, BinaryOp op) const {
    value = settled(std::move(value));
    if (is_bitwise(op)) {
        return value.text.as(Precedence::Assignment);
    }
    return value.number && value.type == int32
               ? value.text.as(Precedence::Assignment) + "L"
               : converted(std::move(value), int64).text.as(Precedence::Assignment);
}

std::optional<std::string> ExprPrinter::augmented(ir::ExprId value, Type place, bool stored) const {
    const auto* outer = get<ir::Cast>(value);
    const auto* e = get<ir::Binary>(outer == nullptr ? value : outer->value);
    if (e == nullptr || e->op == BinaryOp::Pow || e->op == BinaryOp::MatMult) {
        return std::nullopt;
    }
    if (e->op == BinaryOp::Div && is_checked_division(*e)) {
        return std::nullopt;
    }
    if (is_fast_division(outer == nullptr ? value : outer->value)) {
        return std::nullopt;
    }
    const Type computed = type(outer == nullptr ? value : outer->value);
    if (computed.is_float() != place.is_float() || (place.is_bool() && !computed.is_bool())) {
        return std::nullopt;
    }
    const bool is_strict = computed.is_complex() || computed == float16;
    if ((is_strict || place.is_complex() || place == float16) && computed != place) {
        return std::nullopt;
    }
    Printed left = print(e->left);
    Printed right = print(e->right);
    const bool is_wrapping = e->op == BinaryOp::Add || e->op == BinaryOp::Sub ||
                             e->op == BinaryOp::Mult || is_bitwise(e->op);
    std::string op = operator_text(e->op).text;
    op = op.substr(0, op.size() - 1) + "= ";
    if (computed.is_float() || computed.is_complex()) {
        if (!is_wrapping && e->op != BinaryOp::Div) {
            return std::nullopt;
        }
        if (usual_type(place, right.type) != computed ||
            (right.pending && *right.pending != computed)) {
            right = converted(std::move(right), computed);
        }
        return op.substr(1) + right.text.as(Precedence::Assignment);
    }
    if (is_wrapping && (stored || place == computed || place.is_unsigned() || place.is_bool())) {
        const auto low = computed.is_bool() ? std::nullopt : low_bits(e->right, 8 * bytes(place));
        right = settled(low ? *low : std::move(right));
        return op.substr(1) + right.text.as(Precedence::Assignment);
    }
    if (is_wrapping && computed == int64 && place.is_integer()) {
        return op.substr(1) + in_64_bits(std::move(right), e->op);
    }
    const bool is_division = e->op == BinaryOp::FloorDiv || e->op == BinaryOp::Mod;
    if (is_division && left.range.low >= 0 && right.range.low >= 1) {
        right = settled(std::move(right));
        const Type both = usual_type(place, right.type);
        if (holds(both, left.range) && holds(both, right.range)) {
            return op.substr(1) + right.text.as(Precedence::Assignment);
        }
    }
    const bool is_shift = e->op == BinaryOp::LShift || e->op == BinaryOp::RShift;
    const int width = 8 * bytes(promoted(place));
    if (is_shift && right.range.low >= 0 && right.range.high < width &&
        (e->op == BinaryOp::RShift || place == computed || stored)) {
        return op.substr(1) + right.text.as(Precedence::Assignment);
    }
    return std::nullopt;
}

}  // namespace pycu::emit
