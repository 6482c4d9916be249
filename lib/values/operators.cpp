// Operators, with Python's rules for Python's numbers and NumPy 2's for the rest: a value where the
// operands are known, and else its type.
#include <algorithm>
#include <cmath>

#include "types/scalar.h"
#include "values/cupy.h"
#include "values/functions.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

/// What an operation makes of integers of which one is unknown.
Extent combine(BinaryOp op, const Extent& a, const Extent& b) {
    using enum BinaryOp;
    using values::Rule;
    switch (op) {
        case Add:
            return a + b;
        case Sub:
            return a - b;
        case Mult:
            return a * b;
        case FloorDiv:
            return derived(Rule::Quotient, {a, b});
        case Mod:
            return derived(Rule::Remainder, {a, b});
        case BitAnd:
            return derived(Rule::And, {a, b});
        case BitOr:
            return derived(Rule::Or, {a, b});
        case BitXor:
            return derived(Rule::Xor, {a, b});
        case LShift:
            return derived(Rule::LeftShift, {a, b});
        case RShift:
            return derived(Rule::RightShift, {a, b});
        default:
            return Extent::unknown();
    }
}

/// What an operator makes of two of Python's numbers as their types tell. `is_whole_exponent` says
/// of a power's float exponent that it is a whole number.
Value python_type(BinaryOp op, const HostNumber& a, const HostNumber& b, bool is_whole_exponent,
                  Range range) {
    using enum BinaryOp;
    if (a.type.is_complex() || b.type.is_complex()) {
        return host_number(complex128);
    }
    if (a.type.is_float() || b.type.is_float()) {
        // A negative base to a fraction makes a complex number.
        const bool may_be_complex = op == Pow && b.type.is_float() && !is_whole_exponent;
        return may_be_complex ? unknown("it is a power of a float", range) : host_number(float64);
    }
    if (op == Div) {
        return host_number(float64);
    }
    if (op == Pow) {
        const auto exponent = b.value.known();
        return exponent && *exponent >= 0
                   ? Value{HostNumber{int64, true, Extent::unknown()}}
                   : unknown("it is a power of an int that is not known", range);
    }
    const bool keeps_bools = op == BitAnd || op == BitOr || op == BitXor;
    return keeps_bools && a.type.is_bool() && b.type.is_bool()
               ? host_number(boolean)
               : Value{HostNumber{int64, true, combine(op, a.value, b.value)}};
}

/// `a @ b` of arrays: NumPy allocates in C order.
Value matrix_product(const Value& a, const Value& b, Scalar dtype, Range range) {
    const HostArray* left = a.array();
    const HostArray* right = b.array();
    if (left == nullptr || right == nullptr || left->is_device || right->is_device ||
        left->rank() == 0 || right->rank() == 0 || left->rank() > 2 || right->rank() > 2) {
        return unknown("it is a matrix product", range);
    }
    if (left->rank() == 1 && right->rank() == 1) {
        return host_number(Type::scalar(dtype), false);
    }
    std::vector<Extent> extents;
    if (left->rank() == 2) {
        extents.push_back(left->memory.extents[0]);
    }
    if (right->rank() == 2) {
        extents.push_back(right->memory.extents[1]);
    }
    return host_contiguous(dtype, std::move(extents));
}

}  // namespace

Extent wrapped(const Extent& value, Type type) {
    return derived(values::Rule::Wrapped, {value, 8 * bytes(type), type.is_signed() ? 1 : 0});
}

std::optional<Scalar> promote_dtypes(const std::vector<HostNumber>& operands) {
    std::vector<NumpyOperand> made;
    for (const HostNumber& one : operands) {
        made.push_back({one.type.element(), one.is_python});
    }
    return promoted(made);
}

std::optional<HostNumber> dtype_operand(const Value& value) {
    if (const HostArray* array = value.array()) {
        return HostNumber{Type::scalar(array->dtype), false};
    }
    return number_of(value);
}

Value apply_elementwise(const std::vector<Value>& operands, Scalar dtype, Range range) {
    if (std::ranges::any_of(operands, [](const Value& one) { return has_cupy_array(one); })) {
        return computed_in_cupy(operands, [&](const std::vector<Value>& all) {
            return apply_elementwise(all, dtype, range);
        });
    }
    std::vector<const HostArray*> arrays;
    for (const Value& one : operands) {
        if (const HostArray* array = one.array()) {
            if (array->is_device) {
                return unknown("NumPy computes with an array of the device", range);
            }
            if (array->spoiled) {
                return {Value{*array->spoiled}};
            }
            arrays.push_back(array);
        }
    }
    const bool is_scalar =
        std::ranges::all_of(arrays, [](const HostArray* one) { return one->rank() == 0; });
    if (is_scalar) {
        return host_number(Type::scalar(dtype), false);
    }
    std::vector<Strides> memories;
    for (const HostArray* one : arrays) {
        memories.push_back(one->memory);
    }
    auto made = values::elementwise(memories, bytes(dtype));
    return made ? host_array(dtype, std::move(*made))
                : unknown("its operands do not broadcast", range);
}

namespace {

/// The same where one of them is NumPy's, or an array.
Value numpy_type(BinaryOp op, const Value& a, const Value& b, Range range) {
    const auto m = dtype_operand(a), n = dtype_operand(b);
    if (!m || !n) {
        return unknown(at_run_time, range);
    }
    const auto dtype =
        numpy_result(op, {m->type.element(), m->is_python}, {n->type.element(), n->is_python});
    if (!dtype) {
        return unknown("NumPy has no such operation", range);
    }
    if (op == BinaryOp::MatMult) {
        return matrix_product(a, b, *dtype, range);
    }
    Value made = apply_elementwise({a, b}, *dtype, range);
    if (auto* number = std::get_if<HostNumber>(&made.as); number != nullptr && is_integer(*dtype)) {
        const bool are_numbers = a.array() == nullptr && b.array() == nullptr;
        number->value = are_numbers ? wrapped(combine(op, m->value, n->value), number->type)
                                    : Extent::unknown();
    }
    return made;
}

/// What NumPy makes of `array ** exponent` where it does not call `np.power`: squares, roots and
/// reciprocals keep the array's dtype, whatever number the exponent is. Nothing for other powers.
std::optional<Value> short_power(const Value& a, const Value& b, Range range) {
    const HostArray* array = a.array();
    const auto m = dtype_operand(a), n = dtype_operand(b);
    const bool is_number = b.array() == nullptr || b.array()->rank() == 0;
    if (array != nullptr && array->rank() == 0 && is_number) {
        return unknown("NumPy computes the power of an array of no dimension in ways that differ",
                       range);
    }
    if (array == nullptr || !m || !n || !is_number || n->type.is_complex()) {
        return std::nullopt;
    }
    const Scalar dtype = m->type.element();
    const bool is_inexact = is_float(dtype) || is_complex(dtype);
    const Scalar made = is_inexact                                ? dtype
                        : dtype == Scalar::Bool                   ? Scalar::Int8
                        : n->type.is_float() && is_integer(dtype) ? Scalar::Float64
                                                                  : dtype;
    if (const auto* exponent = b.get<NumberValue>()) {
        const double value = to_double(exponent->value);
        const bool is_short =
            value == 2 || (is_inexact && (value == 1 || value == -1 || value == 0 || value == 0.5));
        return is_short ? std::optional(apply_elementwise({a}, made, range)) : std::nullopt;
    }
    const auto otherwise =
        numpy_result(BinaryOp::Pow, {dtype, false}, {n->type.element(), n->is_python});
    return otherwise == made ? std::nullopt
                             : std::optional(unknown("the exponent decides its dtype", range));
}

/// What an operator makes of values as their types tell, with the reason why that is all.
Value typed_or_refused(Value typed, bool are_known, Value refused) {
    if (!are_known) {
        return typed;
    }
    return typed.is_unknown() ? refused : with_why(std::move(typed), *refused.get<Unknown>());
}

/// What has no value of its own that an operator could refuse.
bool is_open(const Value& value) {
    return !value.is_constant() && value.items() == nullptr;
}

Value known_unary(UnaryOp op, const Value& a, Range range) {
    using enum UnaryOp;
    if (const auto* number = a.get<ComplexValue>(); number != nullptr && op != Invert) {
        return op == USub ? Value{ComplexValue{number->type, -number->value, number->is_python}}
                          : a;
    }
    const auto* number = a.get<NumberValue>();
    if (number != nullptr && number->type.is_float() && op != Invert) {
        const double value = std::get<double>(number->value);
        return {NumberValue{number->type, op == USub ? -value : value, number->is_python}};
    }
    const auto integer = as_big_int(a);
    if (!integer) {
        return unknown("the operator does not take this value", range);
    }
    if (number == nullptr || number->is_python) {
        return python_int(op == USub ? -*integer : op == Invert ? ~*integer : *integer);
    }
    if (number->type.is_bool()) {
        return op == Invert ? numpy_number(Scalar::Bool, integer->is_zero())
                            : unknown("NumPy refuses the operator for a bool", range);
    }
    const Scalar scalar = number->type.element();
    const ir::Number from = std::int64_t(op == Invert ? -1 : 0);
    return op == UAdd
               ? a
               : numpy_number(scalar, numpy_binary(BinaryOp::Sub, scalar, from, number->value));
}

}  // namespace

Value array_operator(BinaryOp op, const Value& a, const Value& b, Range range) {
    // A list beside an array is one.
    return numpy_type(op, number_of(a) ? a : as_host_array(a, range),
                      number_of(b) ? b : as_host_array(b, range), range);
}

Value binary(BinaryOp op, const Value& left, const Value& right, Range range) {
    if (left.is_unknown() || right.is_unknown()) {
        return left.is_unknown() ? left : right;
    }
    const auto is_numpys = [](const Value& one) {
        const auto number = number_of(one);
        return one.array() != nullptr || (number && !number->is_python);
    };
    if ((left.is<EnumValue>() && is_numpys(right)) || (right.is<EnumValue>() && is_numpys(left))) {
        return binary(op, numpys(left), numpys(right), range);
    }
    const Value& a = plain(left);
    const Value& b = plain(right);
    if (a.array() != nullptr || b.array() != nullptr) {
        const auto power = op == BinaryOp::Pow ? short_power(a, b, range) : std::nullopt;
        return power ? *power : array_operator(op, a, b, range);
    }
    const bool are_known = !is_open(a) && !is_open(b);
    Value made = are_known ? known_binary(op, a, b, range) : unknown(at_run_time, range);
    const auto m = made.is_unknown() ? number_of(a) : std::nullopt;
    const auto n = m ? number_of(b) : std::nullopt;
    if (!n) {
        return made;
    }
    const auto* exponent = b.get<NumberValue>();
    const auto* real = exponent != nullptr ? std::get_if<double>(&exponent->value) : nullptr;
    const bool is_whole = real != nullptr && *real == std::floor(*real);
    Value typed = m->is_python && n->is_python ? python_type(op, *m, *n, is_whole, range)
                                               : numpy_type(op, a, b, range);
    return typed_or_refused(std::move(typed), are_known, std::move(made));
}

Value unary(UnaryOp op, const Value& given, Range range) {
    using enum UnaryOp;
    if (op == Not) {
        const auto known = truth(given);
        return known ? python_bool(!*known)
                     : typed_or_refused(host_number(boolean), is_known(given),
                                        unknown("its truth is not known", range));
    }
    const Value& a = plain(given);
    const bool is_known = !is_open(a);
    Value made = a.is_unknown() ? a
                 : is_known     ? known_unary(op, a, range)
                                : unknown(at_run_time, range);
    const auto number = made.is_unknown() ? dtype_operand(a) : std::nullopt;
    if (!number) {
        return made;
    }
    if (const HostArray* array = a.array()) {
        return op != Invert && array->dtype == Scalar::Bool
                   ? unknown("NumPy has no such operation", range)
                   : apply_elementwise({a}, array->dtype, range);
    }
    const bool is_python_bool = number->is_python && number->type.is_bool();
    const Type type = is_python_bool ? int64 : number->type;
    Extent value = op == USub     ? Extent(0) - number->value
                   : op == Invert ? Extent(-1) - number->value
                                  : number->value;
    const bool is_wrapped = !number->is_python && type.is_integer();
    return typed_or_refused(
        {HostNumber{type, number->is_python, is_wrapped ? wrapped(value, type) : value}}, is_known,
        std::move(made));
}

}  // namespace pycu::sema
