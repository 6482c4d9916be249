// Operators and functions that work on every element of known arrays.
#include <algorithm>

#include "python/constants/arrays.h"
#include "python/constants/layouts.h"
#include "python/constants/numbers.h"

namespace pycu::sema {

namespace {

/// An operand of an elementwise operation: a number is an array of rank 0.
struct Elements {
    NumpyOperand operand;
    python::Strides memory;
    std::vector<ir::Number> values;

    /// The places of the values in a shape to which they are broadcast.
    python::Strides in(const std::vector<python::Extent>& shape) const {
        return *python::broadcast_to(python::contiguous(memory.extents, 1), shape);
    }
};
std::optional<Elements> elements_of(const Value& value) {
    if (const auto* array = value.get<ArrayValue>()) {
        return Elements{{array->type.element(), false}, memory_of(*array), c_order(*array)};
    }
    if (const auto* number = value.get<NumberValue>()) {
        return Elements{{number->type.element(), number->is_python}, {}, {number->value}};
    }
    return std::nullopt;
}

}  // namespace

Value map_elements(const Value& a, const Value& b, const ElementFunction& function, Range range) {
    const auto left = elements_of(a);
    const auto right = elements_of(b);
    if (!left || !right) {
        return unknown("the operator does not take these values", range);
    }
    const auto shape = python::broadcast_shape({left->memory, right->memory});
    if (!shape || product(*python::known_numbers(*shape)) > max_elements) {
        return unknown(!shape ? "the shapes do not fit each other" : "it has too many elements",
                       range);
    }
    std::vector<std::int64_t> left_offsets;
    for_each_offset(left->in(*shape), 0,
                    [&](std::int64_t offset) { left_offsets.push_back(offset); });
    std::vector<ir::Number> result;
    result.reserve(left_offsets.size());
    std::optional<Value> refused;
    std::optional<Scalar> scalar;
    const auto number = [](const Elements& from, std::int64_t at) {
        return Value{NumberValue{Type::scalar(from.operand.scalar),
                                 from.values[static_cast<std::size_t>(at)], from.operand.is_weak}};
    };
    const auto compute = [&](const Value& x, const Value& y) {
        Value one = function(x, y);
        const auto* made = one.get<NumberValue>();
        if (made == nullptr) {
            refused = std::move(one);
            return;
        }
        scalar = made->type.element();
        result.push_back(made->value);
    };
    for_each_offset(right->in(*shape), 0, [&](std::int64_t offset) {
        if (!refused) {
            compute(number(*left, left_offsets[result.size()]), number(*right, offset));
        }
    });
    if (left_offsets.empty()) {
        // Of no elements only the dtype is left.
        const Value zero{NumberValue{Type::scalar(left->operand.scalar),
                                     *convert(std::int64_t(1), left->operand.scalar, true),
                                     left->operand.is_weak}};
        const Value other{NumberValue{Type::scalar(right->operand.scalar),
                                      *convert(std::int64_t(1), right->operand.scalar, true),
                                      right->operand.is_weak}};
        compute(zero, other);
        result.clear();
    }
    if (refused) {
        return *refused;
    }
    if (shape->empty()) {
        return numpy_number(*scalar, result[0]);
    }
    return make_strided(*scalar, std::move(result),
                        *python::elementwise({left->memory, right->memory}, 1), range);
}

Value map_elements(const ArrayValue& array, const std::function<Value(const Value&)>& function,
                   Range range) {
    return map_elements(
        known_array(array),
        numpy_number(array.type.element(), *convert(std::int64_t(0), array.type.element(), true)),
        [&](const Value& x, const Value&) { return function(x); }, range);
}

Value array_binary(BinaryOp op, const Value& a, const Value& b, Range range) {
    // NumPy squares instead of calling pow, and so on for the other exponents of its fast path.
    const auto* exponent = b.get<NumberValue>();
    const auto* base = a.get<ArrayValue>();
    const bool is_power = op == BinaryOp::Pow && base != nullptr && exponent != nullptr;
    if (is_power && base->type.element() == Scalar::Bool) {
        return unknown("NumPy computes the power of a bool in ways that differ", range);
    }
    if (is_power && base->type.element_type().is_float()) {
        const double power = to_double(exponent->value);
        if (power == 2.0) {
            return array_binary(BinaryOp::Mult, a, a, range);
        }
    }
    return map_elements(
        a, b, [&](const Value& x, const Value& y) { return numpy_operator(op, x, y, range); },
        range);
}

Value array_unary(UnaryOp op, const ArrayValue& a, Range range) {
    if (op == UnaryOp::Not) {
        return unknown("the operator does not take this array", range);
    }
    return map_elements(
        a, [&](const Value& x) { return unary(op, x, range); }, range);
}

Value array_compare(CompareOp op, const Value& a, const Value& b, Range range) {
    return map_elements(
        a, b, [&](const Value& x, const Value& y) { return numpy_compare(op, x, y, range); },
        range);
}

}  // namespace pycu::sema
