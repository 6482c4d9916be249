// None, and values that may be None. See body.h.
#include <algorithm>

#include "sema/body/body.h"
#include "types/convert.h"

namespace pycu::sema {

/// None where a value is wanted: the other branch may have one.
Operand Body::none_value(Range range) {
    Operand operand = value(none, range, ir::NoValue{});
    operand.known = Value{NoneValue{}};
    return operand;
}

/// What an operation works on: of an Optional the value, of a member of an IntEnum the int.
Operand Body::plain(Operand operand, Range range) {
    if (!operand.is_value()) {
        return operand;
    }
    if (operand.type.is_optional()) {
        const Type held = evaluator_.types().without_none(operand.type);
        return plain(value(held, range, ir::Unwrap{operand.ir}), range);
    }
    if (operand.type.is_enum() && evaluator_.types().enum_type(operand.type).is_int) {
        operand.type = evaluator_.types().enum_type(operand.type).dtype;
        operand.known.reset();
    }
    return operand;
}

Operand Body::lower_plain(ExprId expr) {
    return plain(lower_value(expr), tree_.exprs[expr].range);
}

/// `x is None`, `x == None`; nothing where neither side is None.
std::optional<Operand> Body::compare_none(CompareOp op, const Operand& left, const Operand& right,
                                          Range range) {
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

/// Takes one more type that the function returns; false when it has none in common with the
/// others. Returns of this round that were converted to a narrower type are made again.
bool Body::merge_result(Type type) {
    if (!has_result_) {
        has_result_ = true;
        changed_ = changed_ || result_was_read_;
        result_ = type;
        return true;
    }
    const std::optional<Type> both = unify(result_, type, evaluator_.types());
    if (!both) {
        return false;
    }
    changed_ = changed_ || *both != result_;
    result_ = *both;
    publish_result();
    return true;
}

/// A variable that is None has no place in the text: what it meets has been set to None by now.
void Body::drop_none_assignments() {
    for (ir::Stmt& stmt : fn_.stmts) {
        const auto* assign = std::get_if<ir::Assign>(&stmt.as);
        if (assign != nullptr && fn_.locals[assign->target].type.is_none()) {
            stmt.as = ir::Nothing{};
        }
    }
}

}  // namespace pycu::sema
