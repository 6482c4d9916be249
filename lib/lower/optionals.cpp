// None, and values that may be None. See operations.h.

#include "lower/nodes.h"
#include "lower/operations.h"

namespace pycu::sema {

/// None where a value is wanted: the other branch may have one.
Operand none_value(Lowering& ctx, Range range) {
    Operand operand = value(ctx, none, range, ir::NoValue{});
    operand.known = Value{NoneValue{}};
    return operand;
}

/// What an operation works on: of an Optional the value, of a member of an IntEnum the int.
Operand plain(Lowering& ctx, Operand operand, Range range) {
    if (!operand.is_value()) {
        return operand;
    }
    if (operand.type.is_optional()) {
        const Type held = ctx.types.without_none(operand.type);
        return plain(ctx, value(ctx, held, range, ir::Unwrap{operand.ir}), range);
    }
    if (operand.type.is_enum() && ctx.types.enum_type(operand.type).is_int) {
        operand.type = ctx.types.enum_type(operand.type).dtype;
        operand.known.reset();
    }
    return operand;
}

/// `x is None`, `x == None`; nothing where neither side is None.
std::optional<Operand> compare_none(Lowering& ctx, CompareOp op, const Operand& left,
                                    const Operand& right, Range range) {
    const bool is_test = op == CompareOp::Is || op == CompareOp::IsNot || op == CompareOp::Eq ||
                         op == CompareOp::NotEq;
    if (!is_test || (!is_none(left) && !is_none(right))) {
        return std::nullopt;
    }
    const Operand& other = is_none(left) ? right : left;
    const bool is_same = op == CompareOp::Is || op == CompareOp::Eq;
    if (!other.is_value() || !other.type.is_optional()) {
        return number(ctx, boolean, is_none(other) == is_same, range);
    }
    const Operand has_value = value(ctx, boolean, range, ir::HasValue{other.ir});
    return is_same ? value(ctx, boolean, range, ir::Unary{UnaryOp::Not, has_value.ir}) : has_value;
}

}  // namespace pycu::sema
