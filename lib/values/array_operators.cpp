// Operators and functions that work on every element of known arrays.
#include "values/elements.h"
#include "values/functions.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

/// An operand of an elementwise operation, and which of its numbers stands at each place.
struct Operand {
    Type type;
    bool is_python = false;
    Numbers numbers;
    std::vector<std::int64_t> places;

    Value at(std::size_t place) const {
        return {NumberValue{type, numbers[std::size_t(places[place])], is_python}};
    }
};
std::optional<Operand> operand_of(const Value& value, const HostArray& made, Range range) {
    if (const auto* number = value.get<NumberValue>()) {
        const auto all = *values::broadcast_to({}, made.memory.extents);
        return Operand{number->type, number->is_python, {number->value}, offsets(all)};
    }
    const Value known = as_known_array(value, range);
    const Numbers* elements = known.elements();
    if (elements == nullptr) {
        return std::nullopt;
    }
    const HostArray& array = *known.array();
    const auto all =
        values::broadcast_to(values::contiguous(array.memory.extents, 1), made.memory.extents);
    return all ? std::optional(Operand{array.dtype.type(), false, *elements, offsets(*all)})
               : std::nullopt;
}

}  // namespace

Elements map_elements(const HostArray& made, const std::vector<Value>& operands,
                      const std::function<Value(const std::vector<Value>& numbers)>& function,
                      Range range) {
    std::vector<Operand> all;
    for (const Value& one : operands) {
        auto operand = operand_of(one, made, range);
        if (!operand) {
            return Unknown{"the operator does not take these values", range};
        }
        all.push_back(std::move(*operand));
    }
    Numbers elements;
    std::vector<Value> numbers(all.size());
    for (std::size_t i = 0; i < all.front().places.size(); ++i) {
        std::ranges::transform(all, numbers.begin(), [&](const auto& one) { return one.at(i); });
        const Value result = function(numbers);
        const auto* number = result.get<NumberValue>();
        const auto element =
            number != nullptr ? convert(number->value, made.dtype, false) : std::nullopt;
        if (!element) {
            const auto* why = result.why != nullptr ? result.why.get() : result.get<Unknown>();
            return why != nullptr ? Elements(*why) : in_numpy(range);
        }
        elements.push_back(*element);
    }
    return elements;
}

Elements operator_elements(BinaryOp op, const HostArray& made, const std::vector<Value>& operands,
                           Range range) {
    // NumPy squares instead of calling pow, and so on for the other exponents of its fast path.
    const auto* exponent = operands[1].get<NumberValue>();
    const HostArray* base = operands[0].array();
    if (op == BinaryOp::Pow && base != nullptr && exponent != nullptr) {
        if (base->dtype == Scalar::Bool) {
            return Unknown{"NumPy computes the power of a bool in ways that differ", range};
        }
        if (is_float(base->dtype) && to_double(exponent->value) == 2.0) {
            return operator_elements(BinaryOp::Mult, made, {operands[0], operands[0]}, range);
        }
        if (!exponent->is_python) {
            return Unknown{"NumPy computes the power in ways that differ", range};
        }
    }
    return map_elements(
        made, operands,
        [&](const std::vector<Value>& v) { return numpy_operator(op, v[0], v[1], range); }, range);
}

}  // namespace pycu::sema
