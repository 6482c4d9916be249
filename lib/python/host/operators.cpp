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

HostValue python_binary(BinaryOp op, const HostNumber& a, const HostNumber& b, Range range) {
    using enum BinaryOp;
    const Scalar most = std::max(a.type.element(), b.type.element());
    if (a.type.is_complex() || b.type.is_complex()) {
        return host_number(complex128);
    }
    if (is_float(most)) {
        // A negative base makes a complex number.
        return op == Pow ? host_unknown("it is a power of a float", range) : host_number(float64);
    }
    if (op == Div) {
        return host_number(float64);
    }
    if (op == Pow) {
        return host_unknown("it is a power of an int that is not known", range);
    }
    if (is_bits(op) && op != LShift && op != RShift && a.type.is_bool() && b.type.is_bool()) {
        return host_number(boolean);
    }
    return {HostNumber{int64, true, combine(op, a.value, b.value)}};
}

/// `a + b`, `a * n` of lists and tuples.
HostResult sequence_binary(BinaryOp op, const HostValue& a, const HostValue& b) {
    const HostItems* left = a.items();
    const HostItems* right = b.items();
    if (left == nullptr || left->more != nullptr) {
        return std::nullopt;
    }
    std::vector<HostValue> items = left->items;
    if (op == BinaryOp::Add && right != nullptr && right->more == nullptr &&
        left->is_list == right->is_list && items.size() + right->items.size() <= 4096) {
        items.insert(items.end(), right->items.begin(), right->items.end());
        return host_tuple(std::move(items), left->is_list);
    }
    const auto* times = b.get<Value>();
    const auto count = times != nullptr ? as_index(*times) : std::nullopt;
    if (op == BinaryOp::Mult && count && *count >= 0 && *count <= 4096 &&
        *count * std::int64_t(items.size()) <= 4096) {
        std::vector<HostValue> made;
        for (std::int64_t i = 0; i < *count; ++i) {
            made.insert(made.end(), items.begin(), items.end());
        }
        return host_tuple(std::move(made), left->is_list);
    }
    return std::nullopt;
}

/// `a @ b` of arrays: NumPy allocates in C order.
HostValue matrix_product(const HostValue& a, const HostValue& b, Scalar dtype, Range range) {
    const HostArray* left = a.array();
    const HostArray* right = b.array();
    if (left == nullptr || right == nullptr || left->is_device || right->is_device ||
        left->rank() == 0 || right->rank() == 0 || left->rank() > 2 || right->rank() > 2) {
        return host_unknown("it is a matrix product", range);
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

std::optional<HostNumber> dtype_operand(const HostValue& value) {
    if (const HostArray* array = value.array()) {
        return HostNumber{Type::scalar(array->dtype), false};
    }
    return number_of(value);
}

HostValue apply_elementwise(const std::vector<HostValue>& operands, Scalar dtype, Range range) {
    std::vector<const HostArray*> arrays;
    for (const HostValue& one : operands) {
        if (const HostArray* array = one.array()) {
            if (array->is_device) {
                return host_unknown("NumPy computes with an array of the device", range);
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
                : host_unknown("its operands do not broadcast", range);
}

HostValue host_binary(BinaryOp op, const HostValue& a, const HostValue& b, Range range) {
    for (const HostValue* one : {&a, &b}) {
        if (one->why_unknown() != nullptr) {
            return *one;
        }
    }
    const auto* x = a.get<Value>();
    const auto* y = b.get<Value>();
    if (x != nullptr && y != nullptr && !x->is<ComplexValue>() && !y->is<ComplexValue>()) {
        Value known = binary(op, *x, *y, range);
        if (!known.is_unknown()) {
            return {std::move(known)};
        }
    }
    if (auto made = sequence_binary(op, a, b)) {
        return *made;
    }
    if (auto made = op == BinaryOp::Mult ? sequence_binary(op, b, a) : std::nullopt) {
        return *made;
    }
    // A list beside an array is one.
    const HostValue left = b.array() != nullptr ? as_host_array(a, range) : a;
    const HostValue right = a.array() != nullptr ? as_host_array(b, range) : b;
    const auto m = number_of(a) ? number_of(a) : dtype_operand(left);
    const auto n = number_of(b) ? number_of(b) : dtype_operand(right);
    if (!m || !n) {
        return host_unknown("it is computed while the program runs", range);
    }
    if (m->is_python && n->is_python) {
        return python_binary(op, *m, *n, range);
    }
    const auto dtype =
        numpy_result(op, {m->type.element(), m->is_python}, {n->type.element(), n->is_python});
    if (!dtype) {
        return host_unknown("NumPy has no such operation", range);
    }
    if (op == BinaryOp::MatMult) {
        return matrix_product(left, right, *dtype, range);
    }
    HostValue made =
        apply_elementwise({number_of(a) ? a : left, number_of(b) ? b : right}, *dtype, range);
    if (const auto* number = made.get<HostNumber>(); number != nullptr && is_integer(*dtype)) {
        const auto p = extent_of(a), q = extent_of(b);
        return {
            HostNumber{number->type, false,
                       p && q ? wrapped(combine(op, *p, *q), number->type) : Extent::unknown()}};
    }
    return made;
}

HostValue host_unary(UnaryOp op, const HostValue& a, Range range) {
    using enum UnaryOp;
    if (a.why_unknown() != nullptr) {
        return a;
    }
    if (const auto* known = a.get<Value>(); known != nullptr && !known->is<ComplexValue>()) {
        Value made = unary(op, *known, range);
        if (!made.is_unknown()) {
            return {std::move(made)};
        }
    }
    if (op == Not) {
        return host_number(boolean);
    }
    const auto number = dtype_operand(a);
    if (!number) {
        return host_unknown("it is computed while the program runs", range);
    }
    if (const auto* array = a.get<HostArrayRef>()) {
        if ((op == USub || op == UAdd) && (*array)->dtype == Scalar::Bool) {
            return host_unknown("NumPy has no such operation", range);
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

HostValue host_compare(CompareOp op, const HostValue& a, const HostValue& b, Range range) {
    using enum CompareOp;
    const auto* x = a.get<Value>();
    const auto* y = b.get<Value>();
    if (x != nullptr && y != nullptr && !x->is_unknown() && !y->is_unknown()) {
        const bool is_identity = op == Is || op == IsNot;
        if (is_identity && (x->is<NoneValue>() || y->is<NoneValue>())) {
            return {python_bool((x->is<NoneValue>() && y->is<NoneValue>()) == (op == Is))};
        }
        Value made = is_identity ? Value{} : compare(op, *x, *y, range);
        if (!made.is_unknown()) {
            return {std::move(made)};
        }
        if ((op == Eq || op == NotEq) && x->is<TypeObject>() && y->is<TypeObject>()) {
            return {python_bool(same(*x, *y) == (op == Eq))};
        }
    }
    if ((op == Is || op == IsNot) && y != nullptr && y->is<NoneValue>() &&
        a.why_unknown() == nullptr) {
        return {python_bool(op == IsNot)};
    }
    if (op == Is || op == IsNot || op == In || op == NotIn) {
        return host_number(boolean);
    }
    for (const HostValue* one : {&a, &b}) {
        if (one->why_unknown() != nullptr) {
            return *one;
        }
    }
    const HostValue left = b.array() != nullptr ? as_host_array(a, range) : a;
    const HostValue right = a.array() != nullptr ? as_host_array(b, range) : b;
    if (left.array() != nullptr || right.array() != nullptr) {
        const bool is_known = dtype_operand(left) && dtype_operand(right);
        return is_known ? apply_elementwise({left, right}, Scalar::Bool, range)
                        : host_unknown("it is computed while the program runs", range);
    }
    return host_number(boolean);
}

}  // namespace pycu::sema
