// Operators on host values, with Python's rules for Python's numbers and NumPy 2's for the rest.
#include <algorithm>

#include "python/constants/numbers.h"
#include "python/host/calls.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

bool is_bits(BinaryOp op) {
    using enum BinaryOp;
    return op == BitAnd || op == BitOr || op == BitXor || op == LShift || op == RShift;
}

/// What an operation makes of integers of which one is unknown.
Extent combine(BinaryOp op, const Extent& a, const Extent& b) {
    using enum BinaryOp;
    using python::Rule;
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

Value python_binary(BinaryOp op, const HostNumber& a, const HostNumber& b, Range range) {
    using enum BinaryOp;
    const Scalar most = std::max(a.type.element(), b.type.element());
    if (a.type.is_complex() || b.type.is_complex()) {
        return host_number(complex128);
    }
    if (is_float(most)) {
        // A negative base makes a complex number.
        return op == Pow ? unknown("it is a power of a float", range) : host_number(float64);
    }
    if (op == Div) {
        return host_number(float64);
    }
    if (op == Pow) {
        return unknown("it is a power of an int that is not known", range);
    }
    if (is_bits(op) && op != LShift && op != RShift && a.type.is_bool() && b.type.is_bool()) {
        return host_number(boolean);
    }
    return {HostNumber{int64, true, combine(op, a.value, b.value)}};
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
    return derived(python::Rule::Wrapped, {value, 8 * bytes(type), type.is_signed() ? 1 : 0});
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
    auto made = python::elementwise(memories, bytes(dtype));
    return made ? host_array(dtype, std::move(*made))
                : unknown("its operands do not broadcast", range);
}

Value host_binary(BinaryOp op, const Value& a, const Value& b, Range range) {
    for (const Value* one : {&a, &b}) {
        if (one->is_unknown()) {
            return *one;
        }
    }
    if (!a.is<ComplexValue>() && !b.is<ComplexValue>()) {
        Value known = binary(op, a, b, range);
        if (!known.is_unknown()) {
            return known;
        }
    }
    // A list beside an array is one.
    const Value left = b.array() != nullptr ? as_host_array(a, range) : a;
    const Value right = a.array() != nullptr ? as_host_array(b, range) : b;
    const auto m = number_of(a) ? number_of(a) : dtype_operand(left);
    const auto n = number_of(b) ? number_of(b) : dtype_operand(right);
    if (!m || !n) {
        return unknown("it is computed while the program runs", range);
    }
    if (m->is_python && n->is_python) {
        return python_binary(op, *m, *n, range);
    }
    const auto dtype =
        numpy_result(op, {m->type.element(), m->is_python}, {n->type.element(), n->is_python});
    if (!dtype) {
        return unknown("NumPy has no such operation", range);
    }
    if (op == BinaryOp::MatMult) {
        return matrix_product(left, right, *dtype, range);
    }
    Value made =
        apply_elementwise({number_of(a) ? a : left, number_of(b) ? b : right}, *dtype, range);
    if (const auto* number = made.get<HostNumber>(); number != nullptr && is_integer(*dtype)) {
        const auto p = extent_of(a), q = extent_of(b);
        return {
            HostNumber{number->type, false,
                       p && q ? wrapped(combine(op, *p, *q), number->type) : Extent::unknown()}};
    }
    return made;
}

Value host_unary(UnaryOp op, const Value& a, Range range) {
    using enum UnaryOp;
    if (a.is_unknown()) {
        return a;
    }
    if (!a.is<ComplexValue>()) {
        Value made = unary(op, a, range);
        if (!made.is_unknown()) {
            return made;
        }
    }
    if (op == Not) {
        return host_number(boolean);
    }
    const auto number = dtype_operand(a);
    if (!number) {
        return unknown("it is computed while the program runs", range);
    }
    if (const auto* array = a.get<HostArrayRef>()) {
        if ((op == USub || op == UAdd) && (*array)->dtype == Scalar::Bool) {
            return unknown("NumPy has no such operation", range);
        }
        return apply_elementwise({a}, (*array)->dtype, range);
    }
    const bool is_python_bool = number->is_python && number->type.is_bool();
    const Type type = is_python_bool ? int64 : number->type;
    Extent value = op == USub     ? Extent(0) - number->value
                   : op == Invert ? Extent(-1) - number->value
                                  : number->value;
    return {HostNumber{type, number->is_python,
                       number->is_python || !type.is_integer() ? value : wrapped(value, type)}};
}

Value host_compare(CompareOp op, const Value& a, const Value& b, Range range) {
    using enum CompareOp;
    if (a.is_constant() && b.is_constant() && !a.is_unknown() && !b.is_unknown()) {
        const bool is_identity = op == Is || op == IsNot;
        if (is_identity && (a.is<NoneValue>() || b.is<NoneValue>())) {
            return python_bool((a.is<NoneValue>() && b.is<NoneValue>()) == (op == Is));
        }
        Value made = is_identity ? Value{} : compare(op, a, b, range);
        if (!made.is_unknown()) {
            return made;
        }
        if ((op == Eq || op == NotEq) && a.is<TypeObject>() && b.is<TypeObject>()) {
            return python_bool(same(a, b) == (op == Eq));
        }
    }
    if ((op == Is || op == IsNot) && b.is<NoneValue>() && !a.is_unknown()) {
        return {python_bool(op == IsNot)};
    }
    if (op == Is || op == IsNot || op == In || op == NotIn) {
        return host_number(boolean);
    }
    for (const Value* one : {&a, &b}) {
        if (one->is_unknown()) {
            return *one;
        }
    }
    const Value left = b.array() != nullptr ? as_host_array(a, range) : a;
    const Value right = a.array() != nullptr ? as_host_array(b, range) : b;
    if (left.array() != nullptr || right.array() != nullptr) {
        const bool is_known = dtype_operand(left) && dtype_operand(right);
        return is_known ? apply_elementwise({left, right}, Scalar::Bool, range)
                        : unknown("it is computed while the program runs", range);
    }
    return host_number(boolean);
}

}  // namespace pycu::sema
