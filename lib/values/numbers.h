// Python's and NumPy's arithmetic on numbers that are known while compiling.
//
// Python ints are exact; NumPy scalars follow NumPy 2: a Python number takes the
// type of the NumPy scalar beside it.
#pragma once

#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "syntax/nodes.h"
#include "types/operators.h"
#include "types/promotion.h"
#include "values/value.h"

namespace pycu::sema {

/// The most items that a comprehension or a repeated sequence may make.
constexpr std::int64_t max_generated = 1 << 20;

Value python_int(Int128 value);
Value python_int(BigInt value);
Value python_float(double value);
Value python_bool(bool value);
/// A number of an exact type; the value is converted as C does it and must fit.
Value numpy_number(Scalar scalar, const ir::Number& value);

/// The value as an exact integer: an int, a NumPy integer, a bool. Nothing for anything else, and
/// for an int that needs more than 126 bits.
std::optional<Int128> as_integer(const Value& value);
/// The same for an int of any size.
std::optional<BigInt> as_big_int(const Value& value);
/// The same where a size or an index is wanted: it must fit 64 bits.
std::optional<std::int64_t> as_index(const Value& value);
/// Any real number as a double.
std::optional<double> as_double(const Value& value);
double to_double(const ir::Number& number);
/// The value of an integer or a bool, exactly.
inline Int128 to_integer(const ir::Number& number) {
    return std::visit([](auto value) { return static_cast<Int128>(value); }, number);
}
inline bool is_integer(Scalar s) {
    return s >= Scalar::Int8 && s <= Scalar::UInt64;
}
inline bool is_float(Scalar s) {
    return s >= Scalar::Float16 && s <= Scalar::Float64;
}
inline bool is_complex(Scalar s) {
    return s >= Scalar::Complex64;
}
/// Whether it is an int, a float, a bool or a NumPy scalar.
bool is_number(const Value& value);

/// What int("12") or float("inf") make of a text; nothing where they raise.
std::optional<Value> number_of_text(std::string_view text, bool is_float);

/// The truth of a value where it is known.
std::optional<bool> truth(const Value& value);

/// Of what is computed by nobody here.
constexpr const char* at_run_time = "it is computed while the program runs";

/// `a op b`, `op a` and `a op b`: a value where the operands are known, and else the type. The
/// elements of arrays are computed by others (array_operators.cpp).
Value binary(BinaryOp op, const Value& a, const Value& b, Range range);
Value unary(UnaryOp op, const Value& a, Range range);
Value compare(CompareOp op, const Value& a, const Value& b, Range range);

/// Whether two known values are one key of a dict: `1`, `1.0` and `True` are.
bool is_same_key(const Value& a, const Value& b);
/// `a op b` of known numbers, strings and tuples; Unknown where Python raises.
Value known_binary(BinaryOp op, const Value& a, const Value& b, Range range);
/// Tuples one after the other, and a tuple several times over.
Value sequence_binary(BinaryOp op, const Value& a, const Value& b, Range range);
/// The same as NumPy's function of that name computes it: Python numbers become NumPy's first. And
/// where one of them is an array.
Value numpy_operator(BinaryOp op, const Value& a, const Value& b, Range range);
Value array_operator(BinaryOp op, const Value& a, const Value& b, Range range);
Value numpy_compare(CompareOp op, const Value& a, const Value& b, Range range);
/// A number of NumPy's as `.item()` makes it.
Value python_number(const NumberValue& number);
/// What NumPy makes of a member of an IntEnum, which is no int of its own kind: int64; any other
/// value itself.
Value numpys(const Value& value);
/// A Python number as np.asarray makes it: int64, float64, bool.
Value as_numpy(const Value& value);
/// Whether both are Python's numbers.
bool are_python(const Value& a, const Value& b);

/// CPython's complex arithmetic; real numbers become complex ones first.
Value complex_binary(BinaryOp op, const Value& a, const Value& b, Range range);

/// Python's `//` and `%`.
constexpr Int128 floor_div(Int128 a, Int128 b) {
    const Int128 q = a / b;
    return (a % b != 0 && (a < 0) != (b < 0)) ? q - 1 : q;
}
/// The same of floats, in the width of their type.
template <typename T>
T float_mod(T a, T b) {
    const T mod = std::fmod(a, b);
    if (mod == 0) {
        return std::copysign(T(0), b);
    }
    return (mod < 0) != (b < 0) && b != 0 ? mod + b : mod;
}
/// CPython's float_divmod and NumPy's npy_divmod: the quotient of a - mod, rounded to the nearest
/// whole number.
template <typename T>
T float_floor_div(T a, T b) {
    if (b == 0) {
        return a / b;
    }
    const T mod = std::fmod(a, b);
    T div = (a - mod) / b;
    if (mod != 0 && (b < 0) != (mod < 0)) {
        div -= T(1);
    }
    if (div == 0) {
        return std::copysign(T(0), a / b);
    }
    const T floored = std::floor(div);
    return div - floored > T(0.5) ? floored + T(1) : floored;
}

/// The dtype of `a op b` in NumPy; nothing where it refuses the operator.
std::optional<Scalar> numpy_result(BinaryOp op, NumpyOperand a, NumpyOperand b);
/// `a op b` computed in one dtype (for `/` of integers float64), as NumPy computes elements.
ir::Number numpy_binary(BinaryOp op, Scalar scalar, const ir::Number& a, const ir::Number& b);

/// A number as an element of a dtype, or nothing where a Python int does not fit.
std::optional<ir::Number> convert(const ir::Number& value, Scalar to, bool must_fit);

}  // namespace pycu::sema
