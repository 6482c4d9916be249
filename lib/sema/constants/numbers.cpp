// Python's and NumPy's arithmetic on known numbers.
#include "sema/constants/numbers.h"

#include <cmath>
#include <limits>
#include <string>

#include "sema/constants/strings.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

constexpr std::int64_t int64_min = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t int64_max = std::numeric_limits<std::int64_t>::max();
constexpr std::uint64_t uint64_max = std::numeric_limits<std::uint64_t>::max();
constexpr const char* too_wide = "the int is too large";

/// Ints stay so far below 128 bits that a sign or a sum never overflows.
Value checked_int(Int128 value, Range range) {
    constexpr Int128 limit = Int128(1) << 125;
    return value < limit && value > -limit ? python_int(value) : unknown(too_wide, range);
}

Value int_power(Int128 base, Int128 exponent, Range range) {
    if (exponent < 0) {
        if (base == 0) {
            return unknown("it divides by zero", range);
        }
        return python_float(std::pow(static_cast<double>(base), static_cast<double>(exponent)));
    }
    Int128 result = 1;
    for (bool overflow = false; exponent > 0; exponent >>= 1) {
        if ((exponent & 1) != 0) {
            overflow = overflow || __builtin_mul_overflow(result, base, &result);
        }
        if (exponent > 1) {
            overflow = overflow || __builtin_mul_overflow(base, base, &base);
        }
        if (overflow) {
            return unknown(too_wide, range);
        }
    }
    return checked_int(result, range);
}

Value int_shift(Int128 a, Int128 count, bool left, Range range) {
    if (count < 0) {
        return unknown("it shifts by a negative count", range);
    }
    if (!left) {
        return python_int(a >> (count > 127 ? 127 : static_cast<int>(count)));
    }
    Int128 result = 0;
    if (a != 0 &&
        (count > 126 || __builtin_mul_overflow(a, Int128(1) << static_cast<int>(count), &result))) {
        return unknown(too_wide, range);
    }
    return checked_int(result, range);
}

Value int_binary(syntax::Operator op, Int128 a, Int128 b, Range range) {
    using enum syntax::Operator;
    Int128 result = 0;
    bool overflow = false;
    switch (op) {
        case Add:
            overflow = __builtin_add_overflow(a, b, &result);
            break;
        case Sub:
            overflow = __builtin_sub_overflow(a, b, &result);
            break;
        case Mult:
            overflow = __builtin_mul_overflow(a, b, &result);
            break;
        case BitOr:
            result = a | b;
            break;
        case BitXor:
            result = a ^ b;
            break;
        case BitAnd:
            result = a & b;
            break;
        case LShift:
        case RShift:
            return int_shift(a, b, op == LShift, range);
        case Pow:
            return int_power(a, b, range);
        case Div:
        case FloorDiv:
        case Mod:
            if (b == 0) {
                return unknown("it divides by zero", range);
            }
            if (op == Div) {
                const auto x = static_cast<double>(a);
                const auto y = static_cast<double>(b);
                // Python rounds once; so does this when both are exact.
                return static_cast<Int128>(x) == a && static_cast<Int128>(y) == b
                           ? python_float(x / y)
                           : unknown("the quotient of such large ints is rounded by Python", range);
            }
            result = floor_div(a, b);
            result = op == FloorDiv ? result : a - result * b;
            break;
        case MatMult:
            return unknown("numbers have no `@`", range);
    }
    return overflow ? unknown(too_wide, range) : checked_int(result, range);
}

Value float_binary(syntax::Operator op, double a, double b, Range range) {
    using enum syntax::Operator;
    if ((op == Div || op == FloorDiv || op == Mod) && b == 0) {
        return unknown("it divides by zero", range);
    }
    switch (op) {
        case Add:
            return python_float(a + b);
        case Sub:
            return python_float(a - b);
        case Mult:
            return python_float(a * b);
        case Div:
            return python_float(a / b);
        case FloorDiv:
            return python_float(float_floor_div(a, b));
        case Mod:
            return python_float(float_mod(a, b));
        case Pow: {
            if (a == 0 && b < 0) {
                return unknown("it divides by zero", range);
            }
            const double power = std::pow(a, b);
            if (std::isnan(power) && !std::isnan(a) && !std::isnan(b)) {
                return {Unknown{"a complex number", range, true}};
            }
            if (std::isinf(power) && !std::isinf(a) && !std::isinf(b)) {
                return unknown("the result is too large", range);
            }
            return python_float(power);
        }
        default:
            return unknown("floats have no such operator", range);
    }
}

/// One operand of NumPy's promotion: a Python number is weak.
std::optional<NumpyOperand> operand(const Value& value) {
    const auto* number = value.get<NumberValue>();
    return number != nullptr
               ? std::optional<NumpyOperand>({number->type.element(), number->is_python})
               : std::nullopt;
}

}  // namespace

Int128 floor_div(Int128 a, Int128 b) {
    const Int128 q = a / b;
    return (a % b != 0 && (a < 0) != (b < 0)) ? q - 1 : q;
}

double float_mod(double a, double b) {
    const double m = std::fmod(a, b);
    if (m == 0) {
        return std::copysign(0.0, b);
    }
    return (m < 0) != (b < 0) ? m + b : m;
}

/// CPython's float_divmod: the quotient of a - mod, rounded to the nearest integer.
double float_floor_div(double a, double b) {
    const double mod = std::fmod(a, b);
    double div = (a - mod) / b;
    if (mod != 0 && (b < 0) != (mod < 0)) {
        div -= 1.0;
    }
    if (div == 0) {
        return std::copysign(0.0, a / b);
    }
    const double floored = std::floor(div);
    return div - floored > 0.5 ? floored + 1.0 : floored;
}

Value python_int(Int128 value) {
    if (value >= int64_min && value <= int64_max) {
        return {NumberValue{int64, static_cast<std::int64_t>(value), true}};
    }
    if (value > 0 && value <= Int128(uint64_max)) {
        return {NumberValue{uint64, static_cast<std::uint64_t>(value), true}};
    }
    return {WideInt{value}};
}

Value python_float(double value) {
    return {NumberValue{float64, value, true}};
}
Value python_bool(bool value) {
    return {NumberValue{boolean, value, true}};
}

Value python_number(const NumberValue& number) {
    return number.type.is_float()  ? python_float(to_double(number.value))
           : number.type.is_bool() ? python_bool(std::get<bool>(number.value))
                                   : python_int(to_integer(number.value));
}

Value as_numpy(const Value& value) {
    const auto* number = value.get<NumberValue>();
    return number != nullptr ? Value{NumberValue{number->type, number->value, false}} : value;
}

syntax::Operator operator_of(BinaryOp op) {
    using enum syntax::Operator;
    constexpr syntax::Operator operators[] = {Add,    Sub,    Mult,   Div,   FloorDiv, Mod,    Pow,
                                              LShift, RShift, BitAnd, BitOr, BitXor,   MatMult};
    return operators[std::size_t(op)];
}

syntax::CompareOperator operator_of(CompareOp op) {
    return syntax::CompareOperator(int(op));  // the same operators in the same order
}

Value numpy_operator(syntax::Operator op, const Value& a, const Value& b, Range range) {
    const auto* left = a.get<NumberValue>();
    const auto* right = b.get<NumberValue>();
    if (left == nullptr || right == nullptr) {
        return unknown("NumPy computes it while the program runs", range);
    }
    const bool are_python = left->is_python && right->is_python;
    return are_python ? binary(op, as_numpy(a), as_numpy(b), range) : binary(op, a, b, range);
}

Value numpy_number(Scalar scalar, const ir::Number& value) {
    return {NumberValue{Type::scalar(scalar), value, false}};
}

bool is_number(const Value& value) {
    return value.is<NumberValue>() || value.is<WideInt>();
}

std::optional<Int128> as_integer(const Value& value) {
    if (const auto* wide = value.get<WideInt>()) {
        return wide->value;
    }
    const auto* number = value.get<NumberValue>();
    if (number == nullptr || number->type.is_float()) {
        return std::nullopt;
    }
    return to_integer(number->value);
}

std::optional<std::int64_t> as_index(const Value& value) {
    const auto integer = as_integer(value);
    if (!integer || *integer < int64_min || *integer > int64_max) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(*integer);
}

double to_double(const ir::Number& number) {
    return std::visit([](auto v) { return static_cast<double>(v); }, number);
}

std::optional<double> as_double(const Value& value) {
    if (const auto* wide = value.get<WideInt>()) {
        return static_cast<double>(wide->value);
    }
    const auto* number = value.get<NumberValue>();
    return number != nullptr ? std::optional<double>(to_double(number->value)) : std::nullopt;
}

std::optional<bool> truth(const Value& value) {
    if (is_number(value)) {
        return *as_double(value) != 0;
    }
    if (const auto* text = value.get<StringValue>()) {
        return !text->text.empty();
    }
    if (const auto* tuple = value.get<TupleValue>()) {
        return !tuple->items.empty();
    }
    if (const auto* number = value.get<ComplexValue>()) {
        return number->value != std::complex<double>(0);
    }
    if (value.is<NoneValue>()) {
        return false;
    }
    if (const auto* name = value.get<Dotted>()) {
        // The one name of a module that is False whenever a program runs.
        return name->path != "typing.TYPE_CHECKING" ? std::nullopt : std::optional<bool>(false);
    }
    if (value.is<FunctionRef>() || value.is<ClassRef>() || value.is<TypeObject>()) {
        return true;
    }
    return std::nullopt;
}

Value binary(syntax::Operator op, const Value& a, const Value& b, Range range) {
    const auto* left = a.get<NumberValue>();
    const auto* right = b.get<NumberValue>();
    if ((left != nullptr && !left->is_python) || (right != nullptr && !right->is_python)) {
        if (left == nullptr || right == nullptr) {
            return a.is<ComplexValue>() || b.is<ComplexValue>()
                       ? Value{Unknown{"a complex number", range, true}}
                       : unknown(too_wide, range);
        }
        const auto result = numpy_result(op, *operand(a), *operand(b));
        if (!result || op == syntax::Operator::MatMult) {
            return unknown("NumPy refuses the operator for these types", range);
        }
        if (*result == Scalar::Float16) {
            return {Unknown{"`float16`", range, true}};
        }
        if (op == syntax::Operator::Pow && is_integer(*result) && *as_integer(b) < 0) {
            return unknown("NumPy refuses a negative power of integers", range);
        }
        for (const NumberValue* one : {left, right}) {
            if (one->is_python && !one->type.is_float() && !convert(one->value, *result, true)) {
                return unknown(
                    "a Python int does not fit `" + std::string(scalar_info(*result).python) + "`",
                    range);
            }
        }
        return numpy_number(*result, numpy_binary(op, *result, left->value, right->value));
    }
    if (a.is<ComplexValue>() || b.is<ComplexValue>()) {
        return complex_binary(op, a, b, range);
    }
    if (is_number(a) && is_number(b)) {
        const auto x = as_integer(a);
        const auto y = as_integer(b);
        if (!x || !y) {
            return float_binary(op, *as_double(a), *as_double(b), range);
        }
        using enum syntax::Operator;
        const bool are_bools =
            left != nullptr && right != nullptr && left->type.is_bool() && right->type.is_bool();
        if (are_bools && (op == BitAnd || op == BitOr || op == BitXor)) {
            return python_bool(op == BitAnd  ? *x != 0 && *y != 0
                               : op == BitOr ? *x != 0 || *y != 0
                                             : *x != *y);
        }
        return int_binary(op, *x, *y, range);
    }
    if (op == syntax::Operator::Mod && a.is<StringValue>()) {
        return percent_formatted(std::get<StringValue>(a.as).text, b, range);
    }
    if (op == syntax::Operator::Mult && (a.is<StringValue>() || b.is<StringValue>())) {
        return repeated(a.is<StringValue>() ? a : b, a.is<StringValue>() ? b : a, range);
    }
    const auto* text = a.get<StringValue>();
    const auto* more = b.get<StringValue>();
    if (text != nullptr && more != nullptr && op == syntax::Operator::Add) {
        return {StringValue{text->text + more->text}};
    }
    return unknown("the operator does not take these values", range);
}

}  // namespace pycu::sema
