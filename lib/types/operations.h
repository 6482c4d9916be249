// What operators and builtins make of scalars: result types, and the types to which the operands
// are converted first.
//
// Every function answers nothing where Numba refuses, also where Numba types an operation that it
// then cannot compile. Literals are int64, uint64, float64, complex128 or bool. Tuples and arrays
// have no operators here but tuple_concat.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "types/operators.h"
#include "types/type.h"

namespace pycu {

/// The types to which an operation first converts its operands.
struct Operands {
    Type left;
    Type right;
    friend constexpr bool operator==(Operands, Operands) = default;
};

/// The type of `x op y`; also of `x op= y`. An int literal as exponent is an int64 like any other.
std::optional<Type> binary_result(BinaryOp op, Type left, Type right);

/// The types to which `x op y` converts its operands. The left operand of a shift is then widened
/// to the result, the operands of an integer division `/` become float64.
std::optional<Operands> binary_operands(BinaryOp op, Type left, Type right);

/// The type of `op x`.
std::optional<Type> unary_result(UnaryOp op, Type operand);

/// The types in which `x op y` is compared, the result being a bool; not for `in`. `is` compares
/// like `==` where the types are the same and is False otherwise.
std::optional<Operands> compare_operands(CompareOp op, Type left, Type right);

/// The type of `a and b` and `a or b` when the truth of `a` is unknown.
std::optional<Type> bool_op_result(Type left, Type right, TypeTable& table);

/// Whether `if x`, `not x` and `bool(x)` have a meaning.
bool has_truth(Type type);

/// The type of `a + b` of two tuples.
Type tuple_concat(Type left, Type right, TypeTable& table);

/// The type of `min` or `max` of two or more scalars.
std::optional<Type> min_max_result(std::span<const Type> args, TypeTable& table);

/// The type of each of the two items of `divmod(x, y)`; the operands are converted to it.
std::optional<Type> divmod_result(Type left, Type right);

/// The type of `abs(x)`.
std::optional<Type> abs_result(Type x);

/// The types of the calls `int(x)`, `float(x)`, `bool(x)`, `complex(x)` and `complex(x, y)`.
std::optional<Type> int_call_result(Type x);
std::optional<Type> float_call_result(Type x);
std::optional<Type> bool_call_result(Type x);
std::optional<Type> complex_call_result(Type x);
std::optional<Type> complex_call_result(Type real, Type imag);

/// Whether `np.float32(x)`, `numba.int8(x)` ... is a conversion of the scalar x to the scalar `to`.
bool can_cast(Type x, Type to);

/// Whether the scalar's bits can be seen as another type: `x.view(np.int32)`.
bool can_view(Type x, Type to);

/// The type of `x.real` and `x.imag`.
std::optional<Type> real_result(Type x);

/// The type of the loop variable of `range(...)` of one to three scalars; literals are int64.
std::optional<Type> range_result(std::span<const Type> args, const TypeTable& table);

}  // namespace pycu
