// Comparisons, `and`, `or`, `not` and conditional expressions.
#include <utility>

#include "emit/cpp_types.h"
#include "emit/exprs.h"
#include "ir/interval.h"
#include "types/scalar.h"

namespace pycu::emit {
namespace {

struct ComparisonText {
    const char* text;
    Precedence own;
};

/// In the order of the operators.
constexpr ComparisonText comparisons[] = {
    {" == ", Precedence::Equality},  {" != ", Precedence::Equality},
    {" < ", Precedence::Relational}, {" <= ", Precedence::Relational},
    {" > ", Precedence::Relational}, {" >= ", Precedence::Relational},
    {" == ", Precedence::Equality},  {" != ", Precedence::Equality},
};
static_assert(std::size(comparisons) == std::size_t(CompareOp::In));

bool is_zero(const Printed& value) {
    return value.number && value.range == ir::exactly(0);
}

/// Whether a number can be written as a float beside a float: `x > 0.5f` is `x > 0.5`.
bool narrows_beside(const Printed& value, const Printed& number) {
    const auto is_narrow = [](auto written) { return is_float32_value(double(written)); };
    return value.type == float32 && !value.pending && !value.number && number.number &&
           std::visit(is_narrow, *number.number);
}

/// Whether compilers warn that a signed and an unsigned integer are compared.
bool mixes_signs(const Printed& a, const Printed& b) {
    const Type x = promoted(a.type);
    const Type y = promoted(b.type);
    if (!x.is_integer() || !y.is_integer() || !usual_type(x, y).is_unsigned()) {
        return false;
    }
    return (x.is_signed() && !a.is_constant) || (y.is_signed() && !b.is_constant);
}

}  // namespace

/// Whether it is `a % b == 0`: zero whichever way the remainder is rounded, for a positive b.
bool ExprPrinter::is_remainder_test(const ir::Compare& e) const {
    const auto* remainder = get<ir::Binary>(e.left);
    return (e.op == CompareOp::Eq || e.op == CompareOp::NotEq) && remainder != nullptr &&
           remainder->op == BinaryOp::Mod && type(e.left).is_integer() && is_zero(print(e.right)) &&
           print(remainder->right).range.low >= 1;
}

Printed ExprPrinter::compare(const ir::Compare& e) const {
    const ComparisonText op = comparisons[std::size_t(e.op)];
    if (!type(e.left).is_scalar()) {
        return {{print(e.left).text.as(Precedence::Shift) + op.text +
                     print(e.right).text.as(Precedence::Shift),
                 op.own},
                boolean};
    }
    Printed left = print(e.left);
    Printed right = print(e.right);
    if (is_remainder_test(e) && left.text.precedence != Precedence::Multiplicative) {
        const auto& remainder = *get<ir::Binary>(e.left);
        Balanced both = balance(print(remainder.left), print(remainder.right), type(e.left),
                                ir::Interval{0, 0});
        if (both.type.is_signed() || both.left.range.low >= 0) {
            left = {{both.left.text.as(Precedence::Multiplicative) + " % " +
                         both.right.text.as(Precedence::Unary),
                     Precedence::Multiplicative},
                    both.type};
        }
    }
    Type wanted = type(e.left);
    if (wanted == float64 && (narrows_beside(left, right) || narrows_beside(right, left))) {
        wanted = float32;
        for (auto* side : {&left, &right}) {
            *side = side->number ? literal({*side->number}, float32) : std::move(*side);
        }
    }
    // "unsigned >= 0" is a warning, and so is a comparison of an unsigned with a signed integer.
    const bool is_order = op.own == Precedence::Relational;
    for (auto* side : {&left, &right}) {
        const Printed& other = side == &left ? right : left;
        const bool is_unsigned = promoted(side->type).is_unsigned();
        if (is_unsigned && wanted.is_integer() &&
            ((is_order && is_zero(other)) || mixes_signs(*side, other))) {
            *side = converted(std::move(*side), holds(int32, side->range) ? int32 : wanted);
        }
    }
    const std::optional<ir::Interval> no_result =
        wanted.is_integer() || wanted.is_bool() ? std::optional(ir::Interval{0, 1}) : std::nullopt;
    const Balanced both = balance(std::move(left), std::move(right), wanted, no_result);
    return {{both.left.text.as(Precedence::Shift) + op.text + both.right.text.as(Precedence::Shift),
             op.own},
            boolean};
}

CppText ExprPrinter::loop_bound(ir::ExprId id, Type counter) const {
    Printed bound = settled(print(id));
    Printed variable{{"", Precedence::Primary}, counter};
    const bool is_wide_enough = usual_type(counter, bound.type) == counter;
    if (mixes_signs(variable, bound) || !is_wide_enough) {
        bound = converted(std::move(bound), counter);
    }
    return bound.text;
}

bool ExprPrinter::is_below_end(ir::ExprId id, Type counter) const {
    const Printed bound = settled(print(id));
    return bound.type.is_integer() && bound.range.low > INT64_MIN &&
           bound.range.high < ir::interval_of(counter).high;
}

Printed ExprPrinter::logical(const ir::Logical& e) const {
    const Precedence own = e.is_and ? Precedence::LogicalAnd : Precedence::LogicalOr;
    const auto operand = [&](ir::ExprId id, bool is_right) {
        const CppText text = print(id).text;
        const auto* nested = get<ir::Logical>(id);
        if (nested != nullptr && nested->is_and != e.is_and) {
            return "(" + text.text + ")";
        }
        // `a and (b and c)` is `a && b && c`.
        return is_right && nested != nullptr ? text.text : text.as(Precedence::BitOr);
    };
    std::string text = print(e.left).text.text;
    const auto* nested = get<ir::Logical>(e.left);
    if (nested == nullptr || nested->is_and != e.is_and) {
        text = operand(e.left, false);
    }
    text += e.is_and ? " && " : " || ";
    text += operand(e.right, true);
    return {{std::move(text), own}, boolean};
}

Printed ExprPrinter::select(const ir::Select& e, ir::ExprId id) const {
    const CppText condition = print(e.condition).text;
    const auto joined = [&](const Printed& yes, const Printed& no, Type type) {
        return Printed{
            {condition.as(Precedence::LogicalOr) + " ? " + yes.text.as(Precedence::LogicalOr) +
                 " : " + no.text.as(Precedence::Conditional),
             Precedence::Conditional},
            type};
    };
    const Type wanted = type(id);
    Printed yes = print(e.if_true);
    Printed no = print(e.if_false);
    if (wanted.is_array()) {
        yes.text = {array_object(e.if_true), Precedence::Postfix};
        no.text = {array_object(e.if_false), Precedence::Postfix};
    }
    if (!wanted.is_scalar()) {
        for (auto& [side, value] : {std::pair(e.if_true, &yes), std::pair(e.if_false, &no)}) {
            if (wanted.is_array() && c_array_shape(side) != nullptr) {
                // two C arrays would meet as pointers
                const std::string view = type_name(side);
                value->text = {view + "(" + value->text.text + ")", Precedence::Postfix};
            }
        }
        return joined(yes, no, wanted);
    }
    // A float beside a number that a float holds exactly stays a float.
    for (auto* side : {&yes, &no}) {
        const Printed& other = side == &yes ? no : yes;
        const double* number = side->number ? std::get_if<double>(&*side->number) : nullptr;
        if (number != nullptr && other.type == float32 && !other.pending && side->type == float64 &&
            is_float32_value(*number)) {
            *side = literal({*side->number}, float32);
        }
    }
    if (yes.type == no.type && !yes.pending && !no.pending) {
        const Type type = yes.type;
        Printed result = joined(yes, no, type);
        result.range = ir::join(yes.range, no.range);
        return result;
    }
    const ir::Interval range = ir::join(yes.range, no.range);
    if (wanted.is_bool()) {
        return joined(converted(yes, boolean), converted(no, boolean), boolean);
    }
    const Balanced both = balance(std::move(yes), std::move(no), wanted,
                                  wanted.is_integer() ? std::optional(range) : std::nullopt);
    Printed result = joined(both.left, both.right, both.type);
    result.range = range;
    return result;
}

}  // namespace pycu::emit
