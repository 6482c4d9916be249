// `//` and `%`, which round down in Python: C++'s own operators where that is the same. See
// exprs.h.
#include "emit/cpp_operators.h"
#include "emit/cpp_types.h"
#include "emit/exprs.h"
#include "ir/interval.h"
#include "types/scalar.h"

namespace pycu::emit {
namespace {

/// The largest number that a division in Python gives, its sign apart.
std::int64_t largest_quotient(BinaryOp op, ir::Interval a, ir::Interval b) {
    const bool is_division = op == BinaryOp::FloorDiv;
    const ir::Interval side = is_division ? a : b;
    return side.low == INT64_MIN ? INT64_MAX
                                 : std::max(-side.low, side.high) - (is_division ? 0 : 1);
}

}  // namespace

/// `i // 4`, `i % 4`  ->  `i >> 2`, `i & 3`: bits round down, and C++'s own division does not.
std::optional<Printed> ExprPrinter::division_by_power(const ir::Binary& e, const Printed& left,
                                                      const Printed& right) const {
    const std::int64_t by = right.range.low;
    const bool is_power = right.number && right.range == ir::exactly(by) && by > 1 &&
                          by <= (1 << 30) && (by & (by - 1)) == 0;
    if (!is_power || left.range.low >= 0 || !left.type.is_signed() || left.pending) {
        return std::nullopt;
    }
    const bool is_remainder = e.op == BinaryOp::Mod;
    const CppOperator op = operator_text(is_remainder ? BinaryOp::BitAnd : BinaryOp::RShift);
    const int bits = __builtin_ctzll(std::uint64_t(by));
    const CppText count{std::to_string(is_remainder ? by - 1 : bits), Precedence::Primary};
    return Printed{{joined_by(op, CppText(left.text), count), op.own},
                   promoted(left.type),
                   ir::result_of(e.op, left.range, right.range)};
}

/// a // b and a % b: C++'s own operators where neither operand can be negative.
Printed ExprPrinter::division(const ir::Binary& e, ir::ExprId id) const {
    Printed left = print(e.left);
    Printed right = print(e.right);
    if (auto bits = division_by_power(e, left, right)) {
        return *std::move(bits);
    }
    if (!type(id).is_integer() || left.range.low < 0 || right.range.low < 1) {
        const bool is_checked = options_.raises_zero() && may_be_zero(e.right);
        const char* const mod = is_checked ? "pycu::checked_floor_mod" : "pycu::floor_mod";
        const char* const div = is_checked ? "pycu::checked_floor_div" : "pycu::floor_div";
        return helper(e.op == BinaryOp::Mod ? mod : div, e, id);
    }
    const ir::Interval result = ir::result_of(e.op, left.range, right.range);
    Balanced both = balance(std::move(left), std::move(right), type(id), result);
    const CppOperator op = operator_text(e.op);
    return {{joined_by(op, std::move(both.left.text), both.right.text), op.own}, both.type, result};
}

/// A function of the runtime that computes in the type in which C++ adds its arguments.
Printed ExprPrinter::helper(const char* name, const ir::Binary& e, ir::ExprId id) const {
    Printed left = print(e.left);
    Printed right = print(e.right);
    std::optional<ir::Interval> result;
    if (const std::int64_t most = largest_quotient(e.op, left.range, right.range);
        options_.int_indices && type(id).is_integer() && most <= INT32_MAX) {
        result = {-most, most};
    }
    const Balanced both = balance(std::move(left), std::move(right), type(id), result);
    return called(name, result ? both.type : type(id), both.left.text.text, both.right.text.text);
}

}  // namespace pycu::emit
