// Values that may be None, and members of Enum classes, which are values of their dtype in the IR.
// See operations.h.
#include <algorithm>

#include "lower/operations.h"
#include "types/operations.h"

namespace pycu::sema {

Operand enum_member(Lowering& ctx, const EnumValue& member, Range range) {
    if (member.type.is_error()) {
        const Value& held = member.value.front();
        if (held.is<StringValue>() || held.is<HostItems>()) {
            return known(Value{member});
        }
        return fail<Code::MixedEnum>(ctx, range, member.class_name);
    }
    const Type dtype = ctx.types.enum_type(member.type).dtype;
    if (dtype.is_complex() || dtype == float16) {
        return unsupported(ctx, range, "an enum of `" + type_name(ctx, dtype) + "`");
    }
    Operand operand = value(ctx, member.type, range,
                            ir::ReadConstant{ctx.instances.enum_constant(member, dtype)});
    operand.known = Value{member};
    return operand;
}

/// `.value` of a member; everything else of it is known to Python alone.
Operand enum_attribute(Lowering& ctx, const Operand& member, const std::string& name, Range range) {
    if (name == "value") {
        Operand operand = member;
        operand.type = ctx.types.enum_type(member.type).dtype;
        operand.known.reset();
        return operand;
    }
    return fail<Code::EnumAttribute>(ctx, range, name, ctx.types.enum_type(member.type).name)
        .help("device code has `.value`, and compares members with `==` and `is`");
}

/// Members with members of their class, and members of an IntEnum with numbers; nothing where the
/// comparison is one of plain values.
std::optional<Operand> compare_enums(Lowering& ctx, CompareOp op, const Operand& left,
                                     const Operand& right, Range range) {
    if (!left.is_value() || !right.is_value() || (!left.type.is_enum() && !right.type.is_enum())) {
        return std::nullopt;
    }
    const bool is_identity = op == CompareOp::Is || op == CompareOp::IsNot;
    const bool is_equality = op == CompareOp::Eq || op == CompareOp::NotEq;
    if (left.type == right.type && (is_identity || is_equality)) {
        const CompareOp written =
            op == CompareOp::Is || op == CompareOp::Eq ? CompareOp::Eq : CompareOp::NotEq;
        return value(ctx, boolean, range, ir::Compare{written, left.ir, right.ir});
    }
    if (is_identity) {
        return number(ctx, boolean, op == CompareOp::IsNot, range);
    }
    const auto is_plain = [&](const Operand& operand) {
        return !operand.type.is_enum() || ctx.types.enum_type(operand.type).is_int;
    };
    if (is_plain(left) && is_plain(right)) {
        return std::nullopt;
    }
    return fail<Code::NoOperator>(ctx, range, python_text(op), left, right)
        .help(left.type == right.type ? "make the class an `IntEnum` to order its members"
                                      : "compare with `.value` of the member");
}

std::uint32_t Instances::enum_class(const EnumValue& member) {
    const auto [place, is_new] =
        enums_.try_emplace(member.of.index, std::uint32_t(module_.enums.size()));
    if (!is_new) {
        return place->second;
    }
    const syntax::Tree& tree = evaluator_.tree();
    const auto& node = std::get<syntax::ClassDef>(tree.stmts[member.of].as);
    ir::EnumClass made;
    made.name = member.class_name;
    made.dtype = evaluator_.types().enum_type(member.type).dtype;
    made.range = node.name_range;
    for (const EnumMember& one : evaluator_.enum_members(member.of)) {
        if (const auto* number = one.value.get<NumberValue>()) {
            made.members.push_back({one.name, number->value});
        }
    }
    module_.enums.push_back(std::move(made));
    return place->second;
}

ir::ConstantId Instances::enum_constant(const EnumValue& member, Type dtype) {
    const std::uint32_t of = enum_class(member);
    const auto& members = module_.enums[of].members;
    const auto at = std::ranges::find(members, member.member, &ir::EnumClass::Member::name);
    const std::string key = "enum:" + std::to_string(of) + ":" + member.member;
    const auto [place, is_new] = constants_.try_emplace(key);
    if (!is_new) {
        return place->second;
    }
    ir::Constant constant;
    constant.name = member.class_name + "." + member.member;
    constant.type = dtype;
    constant.range = module_.enums[of].range;
    constant.values = {at->value};
    constant.enum_class = of;
    constant.member = std::uint32_t(at - members.begin());
    return place->second = all_constants_.add(std::move(constant));
}

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
