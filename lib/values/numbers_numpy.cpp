// NumPy's promotion, conversion and arithmetic of scalars and array elements.
#include <cmath>
#include <limits>

#include "types/half.h"
#include "types/scalar.h"
#include "values/host_values.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

bool is_unsigned(Scalar s) {
    return s >= Scalar::UInt8 && s <= Scalar::UInt64;
}
Int128 low(Scalar s) {
    return is_unsigned(s) ? Int128(0) : -(Int128(1) << (8 * bytes(s) - 1));
}
Int128 high(Scalar s) {
    return (Int128(1) << (8 * bytes(s) - (is_unsigned(s) ? 0 : 1))) - 1;
}

/// The low bits of an integer as a value of an integer type.
ir::Number wrap(Int128 value, Scalar to) {
    const int bits = 8 * bytes(to);
    const auto low_bits = static_cast<std::uint64_t>(value);
    const std::uint64_t mask =
        bits == 64 ? std::numeric_limits<std::uint64_t>::max() : (std::uint64_t(1) << bits) - 1;
    const std::uint64_t kept = low_bits & mask;
    if (is_unsigned(to)) {
        return kept;
    }
    const std::uint64_t sign = std::uint64_t(1) << (bits - 1);
    return static_cast<std::int64_t>((kept ^ sign) - sign);
}

/// The low 64 bits of a product.
Int128 multiply(Int128 a, Int128 b) {
    return static_cast<Int128>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

/// An operator in the width of its operands.
template <typename T>
T float_binary(BinaryOp op, T x, T y) {
    using enum BinaryOp;
    switch (op) {
        case Add:
            return x + y;
        case Sub:
            return x - y;
        case Mult:
            return x * y;
        case Div:
            return x / y;
        case FloorDiv:
            return float_floor_div(x, y);
        case Mod:
            return float_mod(x, y);
        default:
            return std::pow(x, y);
    }
}

}  // namespace

std::optional<ir::Number> convert(const ir::Number& value, Scalar to, bool must_fit) {
    if (to == Scalar::Bool) {
        return std::visit([](auto v) { return v != 0; }, value);
    }
    if (to == Scalar::Float64) {
        return to_double(value);
    }
    if (to == Scalar::Float32) {
        return static_cast<double>(static_cast<float>(to_double(value)));
    }
    if (to == Scalar::Float16) {
        return round_to_float16(to_double(value));
    }
    if (!is_integer(to)) {
        return std::nullopt;
    }
    Int128 integer = 0;
    if (const auto* real = std::get_if<double>(&value)) {
        const double whole = std::trunc(*real);
        if (!(whole >= static_cast<double>(low(to)) && whole <= static_cast<double>(high(to))) ||
            (bytes(to) == 8 && whole >= static_cast<double>(high(to)))) {
            return std::nullopt;
        }
        integer = static_cast<Int128>(whole);
    } else {
        integer = to_integer(value);
    }
    if (must_fit && (integer < low(to) || integer > high(to))) {
        return std::nullopt;
    }
    return wrap(integer, to);
}

std::optional<Scalar> numpy_result(BinaryOp op, NumpyOperand a, NumpyOperand b) {
    using enum BinaryOp;
    const Scalar common = *promoted({a, b});
    const bool is_bits = op == BitAnd || op == BitOr || op == BitXor;
    const bool takes_integers = is_bits || op == LShift || op == RShift;
    if (is_complex(common)) {
        return takes_integers || op == FloorDiv || op == Mod ? std::nullopt : std::optional(common);
    }
    if (op == MatMult) {
        return common;
    }
    if (takes_integers && is_float(common)) {
        return std::nullopt;
    }
    if (op == Div && !is_float(common)) {
        return Scalar::Float64;
    }
    if (common == Scalar::Bool && !is_bits) {
        // NumPy: True + True is True (a logical or), True * True a logical and, `-` is refused.
        return op == Add || op == Mult ? Scalar::Bool
               : op == Sub             ? std::nullopt
                                       : std::optional<Scalar>(Scalar::Int8);
    }
    return common;
}

ir::Number numpy_binary(BinaryOp op, Scalar scalar, const ir::Number& a, const ir::Number& b) {
    using enum BinaryOp;
    if (scalar == Scalar::Float32) {
        return double(float_binary(op, float(to_double(a)), float(to_double(b))));
    }
    if (scalar == Scalar::Float64) {
        return float_binary(op, to_double(a), to_double(b));
    }
    const Int128 x = to_integer(a);
    const Int128 y = to_integer(b);
    if (scalar == Scalar::Bool) {
        return op == BitXor ? (x != y) : op == Add || op == BitOr ? (x != 0 || y != 0) : (x && y);
    }
    const int bits = 8 * bytes(scalar);
    switch (op) {
        case Add:
            return wrap(x + y, scalar);
        case Sub:
            return wrap(x - y, scalar);
        case Mult:
            return wrap(multiply(x, y), scalar);
        case FloorDiv:
            return wrap(y == 0 ? 0 : floor_div(x, y), scalar);
        case Mod:
            return wrap(y == 0 ? 0 : x - floor_div(x, y) * y, scalar);
        case BitAnd:
            return wrap(x & y, scalar);
        case BitOr:
            return wrap(x | y, scalar);
        case BitXor:
            return wrap(x ^ y, scalar);
        case LShift:
            return wrap(y < 0 || y >= bits ? 0 : x << static_cast<int>(y), scalar);
        case RShift:
            return wrap(x >> static_cast<int>(y < 0 || y >= bits ? bits : y), scalar);
        default:
            break;
    }
    ir::Number result = wrap(1, scalar);
    for (Int128 n = y, base = x; n > 0; n >>= 1) {
        if ((n & 1) != 0) {
            result = wrap(multiply(to_integer(result), base), scalar);
        }
        base = multiply(base, base);
    }
    return result;
}

Value numpys(const Value& value) {
    const Value& number = plain(value);
    const auto known = value.is<EnumValue>() ? number_of(number) : std::nullopt;
    if (!known || !known->is_python || known->type != int64) {
        return number;
    }
    const auto index = as_index(number);
    return index ? numpy_number(Scalar::Int64, *index) : host_integer(int64, false);
}

}  // namespace pycu::sema
