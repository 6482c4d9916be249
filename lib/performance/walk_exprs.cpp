// What expressions are in the lanes of a warp.
#include <bit>
#include <string_view>
#include <utility>

#include "ir/visit.h"
#include "performance/walk_steps.h"

namespace pycu::performance {

namespace {

/// The same for all threads, and known of what a kernel declares.
Value extent_of(const Array& array, int axis) {
    const std::size_t at = std::size_t(axis);
    if (array.declared == nullptr || array.declared->is_dynamic() || array.is_transposed ||
        at >= array.declared->shape.size()) {
        return {Lanes::uniform()};
    }
    return fixed(Lanes::constant(array.declared->shape[at]));
}

}  // namespace

Value Walk::value(Frame& frame, ir::ExprId id) {
    const ir::Expr& expr = frame.function.exprs[id];
    Value found = evaluate(frame, id, expr);
    const bool is_exact = expr.known.low == expr.known.high;
    if (expr.type.is_integer() && is_exact && found.number.is_set() && !found.number.values()) {
        found = fixed(Lanes::constant(expr.known.low));
    }
    return found;
}

Value Walk::quietly(Frame& frame, ir::ExprId id) {
    const bool tells = std::exchange(frame.tells, false);
    Value found = value(frame, id);
    frame.tells = tells;
    return found;
}

Value Walk::evaluate(Frame& frame, ir::ExprId id, const ir::Expr& expr) {
    if (const auto* literal = expr.get<ir::Literal>()) {
        return fixed(of_number(literal->value));
    }
    if (const auto* read = expr.get<ir::ReadConstant>()) {
        const ir::Constant& constant = module_.constants[read->constant];
        return expr.type.is_scalar() && constant.values.size() == 1
                   ? fixed(of_number(constant.values[0]))
                   : Value{Lanes::unknown()};
    }
    if (const auto* read = expr.get<ir::Read>()) {
        return frame.local(read->local);
    }
    if (const auto* unary = expr.get<ir::Unary>()) {
        Value made = value(frame, unary->operand);
        made.number = negated(expr, unary->op, made.number);
        return made;
    }
    if (const auto* binary = expr.get<ir::Binary>()) {
        const Value left = value(frame, binary->left);
        const Value right = value(frame, binary->right);
        Value made{expr.type.is_integer() ? combined(binary->op, left.number, right.number)
                                          : computed({left.number, right.number})};
        made.is_static = left.is_static && right.is_static;
        return made;
    }
    if (const auto* compare = expr.get<ir::Compare>()) {
        return {compared(frame, *compare)};
    }
    if (const auto* logical = expr.get<ir::Logical>()) {
        const Lanes left = value(frame, logical->left).number;
        const Lanes right = value(frame, logical->right).number;
        return {both(*logical, left, right)};
    }
    if (const auto* select = expr.get<ir::Select>()) {
        const Lanes condition = value(frame, select->condition).number;
        const Value one = value(frame, select->if_true);
        const Value other = value(frame, select->if_false);
        const bool is_whole = condition.is_uniform() || !condition.is_set();
        return is_whole ? joined(one, other) : Value{Lanes::unknown()};
    }
    if (const auto* cast = expr.get<ir::Cast>()) {
        Value made = value(frame, cast->value);
        const bool is_whole = frame.function.exprs[cast->value].type.is_integer();
        if (expr.type.is_bool() && is_whole && made.number.is_unknown()) {
            return {
                has_rest(frame, CompareOp::NotEq, cast->value, made.number, Lanes::constant(0))};
        }
        made.number = converted(expr, frame.function.exprs[cast->value].type, made.number);
        return made;
    }
    return expr.is<ir::Call>() || expr.is<ir::Intrinsic>() ? called(frame, id, expr)
                                                           : part(frame, id, expr);
}

Value Walk::part(Frame& frame, ir::ExprId id, const ir::Expr& expr) {
    if (ir::is_place(expr)) {
        const std::optional<Access> access = place(frame, id);
        if (access && frame.tells) {
            observer_.access(*access);
        }
        return {Lanes::unknown()};
    }
    if (const auto* transpose = expr.get<ir::Transpose>()) {
        Value of = value(frame, transpose->array);
        of.array.is_transposed = !of.array.is_transposed;
        return of;
    }
    if (const auto* column = expr.get<ir::Column>()) {
        Value of = value(frame, column->array);
        const Type records = frame.function.exprs[column->array].type;
        of.array.pitch = module_.types.bytes(records.element_type());
        return expr.type.rank() == records.rank() ? of : Value{Lanes::unknown()};
    }
    if (const auto* item = expr.get<ir::TupleItem>()) {
        return value(frame, item->tuple).item(item->index);
    }
    if (const auto* extent = expr.get<ir::Extent>()) {
        return extent_of(value(frame, extent->array).array, extent->axis);
    }
    if (const auto* size = expr.get<ir::Size>()) {
        const Array array = value(frame, size->array).array;
        Value made = fixed(Lanes::constant(1));
        for (int axis = 0; axis < frame.function.exprs[size->array].type.rank(); ++axis) {
            const Value extent = extent_of(array, axis);
            made.number = combined(BinaryOp::Mult, made.number, extent.number);
            made.is_static = made.is_static && extent.is_static;
        }
        return made;
    }
    Value made{Lanes::unknown()};
    ir::for_each_operand(
        expr, [&](const ir::ExprId& operand) { made.items.push_back(value(frame, operand)); });
    if (!expr.is<ir::Tuple>()) {
        made.items.clear();
    }
    made.number = expr.is<ir::Stride>() ? Lanes::uniform() : made.number;
    return made;
}

std::optional<Access> Walk::place(Frame& frame, ir::ExprId id) {
    ir::ExprId inner = id;
    while (const auto* field = frame.function.get<ir::Field>(inner)) {
        inner = field->record;
    }
    const auto* element = frame.function.get<ir::Element>(inner);
    if (element == nullptr) {
        value(frame, inner);
        return std::nullopt;
    }
    const Value array = value(frame, element->array);
    Access made{module_, frame.function, block_, id, inner, array.array};
    made.is_by_all = chosen_ == 0 && !frame.is_left;
    made.is_rolled = rolled_ > 0 || frame.is_rolled();
    for (const ir::Subscript& index : element->indices) {
        const Value at = value(frame, index.value);
        made.is_static = made.is_static && at.is_static;
        made.indices.push_back(at.number);
    }
    return made;
}

Value Walk::called(Frame& frame, ir::ExprId id, const ir::Expr& expr) {
    std::vector<Value> args;
    const auto* call = expr.get<ir::Call>();
    const auto* row = expr.get<ir::Intrinsic>();
    if (call != nullptr) {
        for (const ir::ExprId arg : call->args) {
            args.push_back(value(frame, arg));
        }
        const bool is_left = frame.is_left, is_rolled = frame.is_rolled();
        chosen_ += is_left ? 1 : 0;
        rolled_ += is_rolled ? 1 : 0;
        Value result = this->call(call->function, args, frame.tells);
        chosen_ -= is_left ? 1 : 0;
        rolled_ -= is_rolled ? 1 : 0;
        return result;
    }
    std::vector<Lanes> numbers;
    for (std::size_t i = 0; i < row->args.size(); ++i) {
        if (i == 0 && row->row->takes_place() && ir::is_place(frame.function.exprs[row->args[0]])) {
            const std::optional<Access> access = place(frame, row->args[0]);
            if (access && frame.tells) {
                observer_.atomic(id, *access);
            }
            continue;
        }
        numbers.push_back(value(frame, row->args[i]).number);
    }
    return of_row(expr, *row, numbers);
}

Value Walk::of_row(const ir::Expr& expr, const ir::Intrinsic& row, const std::vector<Lanes>& args) {
    constexpr std::string_view axes = "xyz";
    const std::string_view name = row.row->name;
    const auto axis = std::size_t(axes.find(name.back()));
    if (name.starts_with("numba.cuda.threadIdx.")) {
        return {Lanes::thread(int(axis), block_)};
    }
    if (name.starts_with("numba.cuda.blockDim.")) {
        const std::int64_t extent = block_.extents[axis];
        return {extent > 0 && !block_.is_assumed ? Lanes::constant(extent)
                                                 : Lanes::uniform(axis == 0 ? warp_size : 1)};
    }
    if (name == "numba.cuda.laneid") {
        return {Lanes::lane()};
    }
    if (name == "builtins.divmod" && args.size() == 2) {
        Value made{Lanes::unknown()};
        made.items = {{combined(BinaryOp::FloorDiv, args[0], args[1])},
                      {combined(BinaryOp::Mod, args[0], args[1])}};
        return made;
    }
    if (row.row->effect != api::Effect::Pure) {
        return {Lanes::unknown()};
    }
    if ((name == "builtins.min" || name == "builtins.max") && expr.type.is_integer()) {
        return {clamped(args)};
    }
    return {computed(args)};
}

Lanes Walk::compared(Frame& frame, const ir::Compare& e) {
    const Lanes left = value(frame, e.left).number;
    const Lanes right = value(frame, e.right).number;
    const auto a = left.values(), b = right.values();
    const bool is_integer = frame.function.exprs[e.left].type.is_integer();
    if (a && b && is_integer) {
        return holds(e.op, *a, *b);
    }
    if (is_integer && (e.op == CompareOp::Eq || e.op == CompareOp::NotEq)) {
        const Lanes found = has_rest(frame, e.op, e.left, left, right);
        return found.is_unknown() ? has_rest(frame, e.op, e.right, right, left) : found;
    }
    return computed({left, right});
}

Lanes Walk::has_rest(Frame& frame, CompareOp op, ir::ExprId id, const Lanes& value,
                     const Lanes& other) {
    while (const auto* cast = frame.function.get<ir::Cast>(id)) {
        id = cast->value;
    }
    const auto* rest = frame.function.get<ir::Binary>(id);
    const bool is_mask = rest != nullptr && rest->op == BinaryOp::BitAnd;
    if (rest == nullptr || (rest->op != BinaryOp::Mod && !is_mask) || !other.is_uniform()) {
        return computed({value, other});
    }
    const Lanes of = quietly(frame, rest->left).number;
    const Lanes by = quietly(frame, rest->right).number;
    const auto exact = by.known();
    const bool has_all_bits =
        is_mask && exact && *exact > 0 && std::has_single_bit(std::uint64_t(*exact) + 1);
    // of a multiple of a number: `i % (2 * n) == 0` has at most the lanes of `i % 2 == 0`
    const bool is_multiple = !is_mask && by.is_uniform() && (exact || op == CompareOp::Eq);
    const std::int64_t apart = has_all_bits ? *exact + 1 : is_multiple ? by.divisor() : 1;
    const Lanes found = of.has_rest(apart, other.known());
    return op == CompareOp::Eq || found.is_unknown() ? found
                                                     : holds(CompareOp::Eq, *found.values(), {});
}

}  // namespace pycu::performance
