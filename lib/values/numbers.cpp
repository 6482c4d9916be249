// Python's and NumPy's arithmetic on known numbers.
#include "values/numbers.h"

#include <cmath>
#include <limits>
#include <string>

#include "types/scalar.h"
#include "values/host_values.h"
#include "values/strings.h"

namespace pycu::sema {

namespace {

constexpr std::int64_t int64_min = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t int64_max = std::numeric_limits<std::int64_t>::max();
constexpr std::uint64_t uint64_max = std::numeric_limits<std::uint64_t>::max();
constexpr const char* too_wide = "the int is too large";

Value checked_int(BigInt value, Range range) {
    return value.bits() <= BigInt::max_bits ? python_int(std::move(value))
                                            : unknown(too_wide, range);
}

Value float_binary(BinaryOp op, double a, double b, Range range);

Value int_power(const BigInt& base, const BigInt& exponent, Range range) {
    if (exponent.is_negative()) {
        return float_binary(BinaryOp::Pow, base.to_double(), exponent.to_double(), range);
    }
    const bool is_unit = base.bits() <= 1;  // -1, 0 and 1 have every power
    const auto count = exponent.narrow();
    if (!is_unit && (!count || *count * Int128(base.bits()) > Int128(BigInt::max_bits))) {
        return unknown(too_wide, range);
    }
    const bool is_odd = !(exponent & BigInt(1)).is_zero();
    std::size_t rest = is_unit ? (exponent.is_zero() ? 0
                                  : is_odd           ? 1
                                                     : 2)
                               : static_cast<std::size_t>(*count);
    BigInt result(1);
    for (BigInt power = base; rest > 0; rest >>= 1U) {
        result = (rest & 1U) != 0 ? result * power : result;
        power = rest > 1 ? power * power : power;
    }
    return python_int(std::move(result));
}

Value int_shift(const BigInt& a, const BigInt& count, bool left, Range range) {
    if (count.is_negative()) {
        return unknown("it shifts by a negative count", range);
    }
    const auto bits = count.narrow();
    const bool is_far = !bits || *bits > Int128(BigInt::max_bits);
    if (a.is_zero() || (is_far && !left)) {
        return python_int(a.is_negative() ? -1 : 0);
    }
    if (is_far) {
        return unknown(too_wide, range);
    }
    const auto by = static_cast<std::size_t>(*bits);
    return left ? checked_int(a << by, range) : python_int(a >> by);
}

Value int_quotient(const BigInt& a, const BigInt& b, Range range) {
    const double quotient = BigInt::quotient(a, b);
    return std::isinf(quotient) ? unknown("the result is too large", range)
                                : python_float(quotient);
}

Value int_binary(BinaryOp op, const BigInt& a, const BigInt& b, Range range) {
    using enum BinaryOp;
    switch (op) {
        case Add:
            return checked_int(a + b, range);
        case Sub:
            return checked_int(a - b, range);
        case Mult:
            return checked_int(a * b, range);
        case BitOr:
            return python_int(a | b);
        case BitXor:
            return python_int(a ^ b);
        case BitAnd:
            return python_int(a & b);
        case LShift:
        case RShift:
            return int_shift(a, b, op == LShift, range);
        case Pow:
            return int_power(a, b, range);
        case Div:
        case FloorDiv:
        case Mod:
            if (b.is_zero()) {
                return unknown("it divides by zero", range);
            }
            return op == Div        ? int_quotient(a, b, range)
                   : op == FloorDiv ? python_int(BigInt::divmod(a, b).first)
                                    : python_int(BigInt::divmod(a, b).second);
        case MatMult:
            break;
    }
    return unknown("numbers have no `@`", range);
}

Value float_binary(BinaryOp op, double a, double b, Range range) {
    using enum BinaryOp;
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
                return complex_binary(op, python_float(a), python_float(b), range);
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

Value python_int(Int128 value) {
    if (value >= int64_min && value <= int64_max) {
        return {NumberValue{int64, static_cast<std::int64_t>(value), true}};
    }
    if (value > 0 && value <= Int128(uint64_max)) {
        return {NumberValue{uint64, static_cast<std::uint64_t>(value), true}};
    }
    return {WideInt{BigInt(value)}};
}

Value python_int(BigInt value) {
    const auto small = value.narrow();
    return small ? python_int(*small) : Value{WideInt{std::move(value)}};
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
    if (const auto* number = value.get<NumberValue>()) {
        return {NumberValue{number->type, number->value, false}};
    }
    if (const auto* number = value.get<ComplexValue>()) {
        return {ComplexValue{number->type, number->value, false}};
    }
    const auto* number = value.get<HostNumber>();
    return number != nullptr ? Value{HostNumber{number->type, false, number->value}} : value;
}

bool are_python(const Value& a, const Value& b) {
    const auto m = number_of(a), n = number_of(b);
    return m && n && m->is_python && n->is_python;
}

Value numpy_operator(BinaryOp op, const Value& a, const Value& b, Range range) {
    if (a.array() != nullptr || b.array() != nullptr) {
        return array_operator(op, a, b, range);
    }
    return are_python(a, b) ? binary(op, as_numpy(a), as_numpy(b), range) : binary(op, a, b, range);
}

Value numpy_number(Scalar scalar, const ir::Number& value) {
    return {NumberValue{Type::scalar(scalar), value, false}};
}

bool is_number(const Value& value) {
    return value.is<NumberValue>() || value.is<WideInt>();
}

std::optional<Int128> as_integer(const Value& value) {
    if (const auto* wide = value.get<WideInt>()) {
        return wide->value.narrow();
    }
    const auto* number = value.get<NumberValue>();
    if (number == nullptr || number->type.is_float()) {
        return std::nullopt;
    }
    return to_integer(number->value);
}

std::optional<BigInt> as_big_int(const Value& value) {
    if (const auto* wide = value.get<WideInt>()) {
        return wide->value;
    }
    const auto small = as_integer(value);
    return small ? std::optional(BigInt(*small)) : std::nullopt;
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
        return wide->value.to_double();
    }
    const auto* number = value.get<NumberValue>();
    return number != nullptr ? std::optional<double>(to_double(number->value)) : std::nullopt;
}

std::optional<bool> truth(const Value& value) {
    if (value.or_none) {
        return std::nullopt;
    }
    if (is_number(value)) {
        return *as_double(value) != 0;
    }
    if (const auto* text = value.get<StringValue>()) {
        return !text->text.empty();
    }
    if (const auto* items = value.items();
        items != nullptr && !items->is_slice && (items->more == nullptr || !items->items.empty())) {
        return !items->items.empty() || items->like == HostItems::Like::Iterator;
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
    if (value.is<FunctionRef>() || value.is<JitDecorator>() || value.is<ClassRef>() ||
        value.is<TypeObject>()) {
        return true;
    }
    return std::nullopt;
}

namespace {

/// Of numbers, at least one of which is NumPy's.
Value numpy_pair(BinaryOp op, const Value& a, const Value& b, Range range) {
    const auto* left = a.get<NumberValue>();
    const auto* right = b.get<NumberValue>();
    if (left == nullptr || right == nullptr) {
        return a.is<ComplexValue>() || b.is<ComplexValue>()
                   ? Value{Unknown{"a complex number", range, true}}
                   : unknown(too_wide, range);
    }
    const auto result = numpy_result(op, *operand(a), *operand(b));
    if (!result || op == BinaryOp::MatMult) {
        return unknown("NumPy refuses the operator for these types", range);
    }
    if (*result == Scalar::Float16) {
        return {Unknown{"`float16`", range, true}};
    }
    if (op == BinaryOp::Pow && is_integer(*result) && *as_integer(b) < 0) {
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

/// Of Python's ints, floats and bools.
Value python_pair(BinaryOp op, const Value& a, const Value& b, Range range) {
    const auto x = as_big_int(a);
    const auto y = as_big_int(b);
    if (!x || !y) {
        const double one = *as_double(a);
        const double other = *as_double(b);
        return (x && std::isinf(one)) || (y && std::isinf(other))
                   ? unknown("the int is too large to become a float", range)
                   : float_binary(op, one, other, range);
    }
    using enum BinaryOp;
    const Value result = int_binary(op, *x, *y, range);
    const auto is_bool = [](const Value& value) {
        const auto* number = value.get<NumberValue>();
        return number != nullptr && number->type.is_bool();
    };
    const bool keeps_bools = op == BitAnd || op == BitOr || op == BitXor;
    return keeps_bools && is_bool(a) && is_bool(b) ? python_bool(truth(result) == true) : result;
}

}  // namespace

Value known_binary(BinaryOp op, const Value& a, const Value& b, Range range) {
    const auto is_numpy = [](const Value& value) {
        const auto* number = value.get<NumberValue>();
        return number != nullptr && !number->is_python;
    };
    if (is_numpy(a) || is_numpy(b)) {
        return numpy_pair(op, a, b, range);
    }
    if (a.is<ComplexValue>() || b.is<ComplexValue>()) {
        return complex_binary(op, a, b, range);
    }
    if (is_number(a) && is_number(b)) {
        return python_pair(op, a, b, range);
    }
    if (op == BinaryOp::Mod && a.is<StringValue>()) {
        return percent_formatted(std::get<StringValue>(a.as).text, b, range);
    }
    if (op == BinaryOp::Mult && (a.is<StringValue>() || b.is<StringValue>())) {
        return repeated(a.is<StringValue>() ? a : b, a.is<StringValue>() ? b : a, range);
    }
    if (a.is<HostItems>() || b.is<HostItems>()) {
        return sequence_binary(op, a, b, range);
    }
    const auto* text = a.get<StringValue>();
    const auto* more = b.get<StringValue>();
    if (text != nullptr && more != nullptr && op == BinaryOp::Add) {
        return {StringValue{text->text + more->text}};
    }
    return unknown("the operator does not take these values", range);
}

}  // namespace pycu::sema
