// None, and values that may be None. See operations.h.
#include "sema/body/operations.h"

namespace pycu::sema {

/// None where a value is wanted: the other branch may have one.
Operand Operations::none_value(Range range) {
    Operand operand = value(none, range, ir::NoValue{});
    operand.known = Value{NoneValue{}};
    return operand;
}

/// What an operation works on: of an Optional the value, of a member of an IntEnum the int.
Operand Operations::plain(Operand operand, Range range) {
    if (!operand.is_value()) {
        return operand;
    }
    if (operand.type.is_optional()) {
        const Type held = types_.without_none(operand.type);
        return plain(value(held, range, ir::Unwrap{operand.ir}), range);
    }
    if (operand.type.is_enum() && types_.enum_type(operand.type).is_int) {
        operand.type = types_.enum_type(operand.type).dtype;
        operand.known.reset();
    }
    return operand;
}

/// `x is None`, `x == None`; nothing where neither side is None.
std::optional<Operand> Operations::compare_none(CompareOp op, const Operand& left,
                                                const Operand& right, Range range) {
    const bool is_test = op == CompareOp::Is || op == CompareOp::IsNot || op == CompareOp::Eq ||
                         op == CompareOp::NotEq;
    if (!is_test || (!is_none(left) && !is_none(right))) {
        return std::nullopt;
    }
    const Operand& other = is_none(left) ? right : left;
    if (other.kind == Operand::Kind::Error) {
        return error();
    }
    if (other.kind == Operand::Kind::Pending) {
        return pending();
    }
    const bool is_same = op == CompareOp::Is || op == CompareOp::Eq;
    if (!other.is_value() || !other.type.is_optional()) {
        return number(boolean, is_none(other) == is_same, range);
    }
    const Operand has_value = value(boolean, range, ir::HasValue{other.ir});
    return is_same ? value(boolean, range, ir::Unary{UnaryOp::Not, has_value.ir}) : has_value;
}

}  // namespace pycu::sema
