// Operators, after numba.cuda.typing.builtins: each has a list of cases, and the case that fits the
// operands best gives the result. Where Numba has accidents, they fall out of the order of cases.
#include "types/operations.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <vector>

#include "types/convert.h"

namespace pycu {

namespace {

// One case of an operator: it takes these operands and gives this result.
struct Case {
    Type result;
    Type left;
    Type right;
};

constexpr Case same(Type t) {
    return {t, t, t};
}

using Cases = std::span<const Case>;

constexpr Case integers[] = {
    {int64, int64, int64},
    {int64, int64, uint64},
    {int64, uint64, int64},
    {uint64, uint64, uint64},
};
constexpr Case quotients[] = {
    {float64, int64, int64},
    {float64, int64, uint64},
    {float64, uint64, int64},
    {float64, uint64, uint64},
};
constexpr Case integer_powers[] = {
    {float32, float32, int32}, {float32, float32, int64}, {float32, float32, uint64},
    {float64, float64, int32}, {float64, float64, int64}, {float64, float64, uint64},
};
constexpr Case booleans[] = {same(boolean)};
constexpr Case floats[] = {same(float32), same(float64)};
constexpr Case halves[] = {same(float16)};
constexpr Case complexes[] = {same(complex64), same(complex128)};

// The count of a shift is int64 or uint64; only the left operand decides the result.
constexpr Case shifts[] = {
    {int64, int8, uint64},    {int64, int8, int64},     {int64, int16, uint64},
    {int64, int16, int64},    {int64, int32, uint64},   {int64, int32, int64},
    {int64, int64, uint64},   {int64, int64, int64},    {uint64, uint8, uint64},
    {uint64, uint8, int64},   {uint64, uint16, uint64}, {uint64, uint16, int64},
    {uint64, uint32, uint64}, {uint64, uint32, int64},  {uint64, uint64, uint64},
    {uint64, uint64, int64},
};

constexpr Case comparisons[] = {
    same(boolean), same(int8),   same(int16),  same(int32),   same(int64),   same(uint8),
    same(uint16),  same(uint32), same(uint64), same(float32), same(float64), same(float16),
};

// The best case of several lists, the first of equals.
const Case* best_case(std::initializer_list<Cases> lists, Type left, Type right,
                      Casting casting = Casting::Unsafe) {
    if (!left.is_scalar() || !right.is_scalar()) return nullptr;
    const Case* best = nullptr;
    Rating best_rating;
    for (const Cases list : lists) {
        for (const Case& candidate : list) {
            Rating rating;
            if (!rating.count(can_convert(left.element(), candidate.left.element()), casting) ||
                !rating.count(can_convert(right.element(), candidate.right.element()), casting)) {
                continue;
            }
            if (best != nullptr && best_rating <= rating) continue;
            best = &candidate;
            best_rating = rating;
        }
    }
    return best;
}

const Case* binary_case(BinaryOp op, Type left, Type right) {
    switch (op) {
        case BinaryOp::Add:
        case BinaryOp::Sub:
        case BinaryOp::Mult:
            return best_case({integers, floats, complexes, halves}, left, right);
        case BinaryOp::Div:
            return best_case({quotients, floats, complexes, halves}, left, right);
        case BinaryOp::FloorDiv:
        case BinaryOp::Mod:
            return best_case({integers, floats}, left, right);
        case BinaryOp::Pow:
            return best_case({integers, integer_powers, floats, complexes}, left, right);
        case BinaryOp::LShift:
        case BinaryOp::RShift:
            return best_case({shifts}, left, right, Casting::Safe);
        case BinaryOp::BitAnd:
        case BinaryOp::BitOr:
        case BinaryOp::BitXor:
            return best_case({booleans, integers}, left, right, Casting::Safe);
        case BinaryOp::MatMult:
            break;
    }
    return nullptr;
}

bool is_equality(CompareOp op) {
    return op == CompareOp::Eq || op == CompareOp::NotEq;
}

}  // namespace

std::optional<Type> binary_result(BinaryOp op, Type left, Type right) {
    const Case* found = binary_case(op, left, right);
    return found == nullptr ? std::nullopt : std::optional(found->result);
}

std::optional<Operands> binary_operands(BinaryOp op, Type left, Type right) {
    const Case* found = binary_case(op, left, right);
    return found == nullptr ? std::nullopt : std::optional(Operands{found->left, found->right});
}

std::optional<Type> unary_result(UnaryOp op, Type operand) {
    if (!operand.is_scalar()) return std::nullopt;
    if (op == UnaryOp::Not) return boolean;
    if (op == UnaryOp::Invert && operand.is_bool()) return boolean;
    if (operand.is_bool() || operand.is_signed()) return int64;
    if (operand.is_unsigned()) return uint64;
    return op == UnaryOp::Invert ? std::nullopt : std::optional(operand);
}

std::optional<Operands> compare_operands(CompareOp op, Type left, Type right) {
    if (!left.is_scalar() || !right.is_scalar()) return std::nullopt;
    if (op == CompareOp::Is || op == CompareOp::IsNot) return Operands{left, right};
    const Case* found = nullptr;
    if (is_equality(op)) found = best_case({comparisons, complexes}, left, right);
    if (is_ordering(op)) found = best_case({comparisons}, left, right);
    return found == nullptr ? std::nullopt : std::optional(Operands{found->left, found->right});
}

std::optional<Type> bool_op_result(Type left, Type right, TypeTable& table) {
    if (!has_truth(left) || !has_truth(right)) return std::nullopt;
    return unify(left, right, table);
}

bool has_truth(Type type) {
    return type.is_scalar() || type.is_tuple();
}

Type tuple_concat(Type left, Type right, TypeTable& table) {
    std::vector<Type> items;
    for (const Type tuple : {left, right}) {
        const std::span<const Type> part = table.items(tuple);
        items.insert(items.end(), part.begin(), part.end());
    }
    return table.tuple(items);
}

std::optional<Type> min_max_result(std::span<const Type> args, TypeTable& table) {
    const auto is_real = [](Type t) { return t.is_integer() || t.is_float(); };
    if (args.size() == 2 && args[0].is_bool() && args[1].is_bool()) return boolean;
    if (args.size() < 2 || !std::ranges::all_of(args, is_real)) return std::nullopt;
    const std::optional<Type> result = unify(args, table);
    // Numba computes the call pair by pair in the order of the arguments, and fails where that
    // does not end in the type it gave to the whole.
    std::optional<Type> computed = args.front();
    for (const Type arg : args) computed = unify(*computed, arg, table);
    return computed == result ? result : std::nullopt;
}

std::optional<Type> divmod_result(Type left, Type right) {
    constexpr Case cases[] = {same(int64), same(uint64), same(float32), same(float64)};
    const Case* found = best_case({cases}, left, right);
    return found == nullptr ? std::nullopt : std::optional(found->result);
}

std::optional<Type> range_result(std::span<const Type> args, const TypeTable& table) {
    if (args.empty() || args.size() > 3) return std::nullopt;
    std::vector<std::vector<Type>> cases;
    for (const Type type : {int32, int64, uint64}) cases.emplace_back(args.size(), type);
    const std::optional<std::size_t> best = best_overload(args, cases, table);
    return best ? std::optional(cases[*best].front()) : std::nullopt;
}

}  // namespace pycu
