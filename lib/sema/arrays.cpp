// Making, indexing and computing with known arrays.
#include "sema/arrays.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "sema/numbers.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

using Shape = std::vector<std::int64_t>;

std::int64_t product(const Shape& shape) {
    return std::accumulate(shape.begin(), shape.end(), std::int64_t(1), std::multiplies<>());
}

/// Strides in elements of an array in C order.
Shape c_strides(const Shape& shape) {
    Shape strides(shape.size(), 1);
    for (std::size_t axis = shape.size(); axis-- > 1;) {
        strides[axis - 1] = strides[axis] * shape[axis];
    }
    return strides;
}

/// Calls `visit` with the offset of every element of a box, in C order.
void for_each_offset(const Shape& shape, const Shape& strides, std::int64_t start,
                     const std::function<void(std::int64_t)>& visit) {
    Shape at(shape.size(), 0);
    for (std::int64_t left = product(shape); left > 0; --left) {
        std::int64_t offset = start;
        for (std::size_t axis = 0; axis < shape.size(); ++axis) {
            offset += at[axis] * strides[axis];
        }
        visit(offset);
        for (std::size_t axis = shape.size(); axis-- > 0;) {
            if (++at[axis] < shape[axis]) {
                break;
            }
            at[axis] = 0;
        }
    }
}

/// The elements in the opposite order: C to F or F to C.
std::vector<ir::Number> reordered(const std::vector<ir::Number>& elements, const Shape& shape,
                                  bool to_f) {
    std::vector<ir::Number> result;
    result.reserve(elements.size());
    Shape visited = shape;
    Shape strides = c_strides(shape);
    if (to_f) {
        std::ranges::reverse(visited);
        std::ranges::reverse(strides);
    } else {
        std::int64_t stride = 1;
        for (std::size_t axis = 0; axis < shape.size(); ++axis) {
            strides[axis] = stride;
            stride *= shape[axis];
        }
    }
    for_each_offset(visited, strides, 0, [&](std::int64_t offset) {
        result.push_back(elements[static_cast<std::size_t>(offset)]);
    });
    return result;
}

/// What a slice of an axis takes: first element, step, count, as Python's slice.indices.
struct Span {
    std::int64_t first = 0;
    std::int64_t step = 1;
    std::int64_t count = 0;
};
std::optional<Span> span_of(const IndexValue& index, std::int64_t extent) {
    // A longer step takes no more than the first element.
    constexpr std::int64_t longest = std::int64_t(1) << 40;
    const std::int64_t step = std::clamp(index.step.value_or(1), -longest, longest);
    if (step == 0) {
        return std::nullopt;
    }
    const auto clamp = [&](std::int64_t at) {
        at = at < 0 ? at + extent : at;
        const std::int64_t low = step > 0 ? 0 : -1;
        return std::clamp(at, low, step > 0 ? extent : extent - 1);
    };
    const std::int64_t first = index.start ? clamp(*index.start) : step > 0 ? 0 : extent - 1;
    const std::int64_t last = index.stop ? clamp(*index.stop) : step > 0 ? extent : -1;
    const std::int64_t count =
        step > 0 ? (last - first + step - 1) / step : (first - last - step - 1) / -step;
    return Span{first, step, std::max<std::int64_t>(count, 0)};
}

/// The part of an array that an index takes.
struct Box {
    Shape shape;
    Shape strides;
    std::int64_t start = 0;
    bool is_whole_block = true;
};
std::optional<Box> box_of(const Shape& shape, const std::vector<IndexValue>& indices) {
    if (indices.size() > shape.size()) {
        return std::nullopt;
    }
    const Shape strides = c_strides(shape);
    Box box;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        const IndexValue index =
            axis < indices.size() ? indices[axis] : IndexValue{.is_slice = true};
        if (!index.is_slice) {
            const std::int64_t at = *index.start < 0 ? *index.start + shape[axis] : *index.start;
            if (at < 0 || at >= shape[axis]) {
                return std::nullopt;
            }
            box.start += at * strides[axis];
            box.is_whole_block = box.is_whole_block && (box.shape.empty() || shape[axis] == 1);
            continue;
        }
        const auto span = span_of(index, shape[axis]);
        if (!span) {
            return std::nullopt;
        }
        // Contiguous: a part of the first axis that is left, and the whole of every other.
        const bool is_whole = span->count == shape[axis] && span->step == 1;
        box.is_whole_block =
            box.is_whole_block && (is_whole || (box.shape.empty() && span->step == 1));
        box.start += span->first * strides[axis];
        box.shape.push_back(span->count);
        box.strides.push_back(span->step * strides[axis]);
    }
    return box;
}

/// An operand of an elementwise operation: a number is an array of rank 0.
struct Elements {
    NumpyOperand operand;
    Shape shape;
    std::vector<ir::Number> values;
};
std::optional<Elements> elements_of(const Value& value) {
    if (const auto* array = value.get<ArrayValue>()) {
        return Elements{{array->type.element(), false}, array->shape, c_order(*array)};
    }
    if (const auto* number = value.get<NumberValue>()) {
        return Elements{{number->type.element(), number->is_python}, {}, {number->value}};
    }
    return std::nullopt;
}

std::optional<Shape> broadcast(const Shape& a, const Shape& b) {
    Shape result(std::max(a.size(), b.size()), 1);
    for (std::size_t i = 0; i < result.size(); ++i) {
        const std::int64_t x = i < a.size() ? a[a.size() - 1 - i] : 1;
        const std::int64_t y = i < b.size() ? b[b.size() - 1 - i] : 1;
        if (x != y && x != 1 && y != 1) {
            return std::nullopt;
        }
        result[result.size() - 1 - i] = x == 1 ? y : x;
    }
    return result;
}

Shape broadcast_strides(const Shape& from, const Shape& to) {
    const Shape own = c_strides(from);
    Shape result(to.size(), 0);
    for (std::size_t i = 0; i < from.size(); ++i) {
        const std::size_t axis = from.size() - 1 - i;
        result[to.size() - 1 - i] = from[axis] == 1 ? 0 : own[axis];
    }
    return result;
}

}  // namespace

const Value* CallArguments::get(std::size_t index, std::string_view name) const {
    return index < positional.size() ? &positional[index] : named_only(name);
}

const Value* CallArguments::named_only(std::string_view name) const {
    const auto found = std::ranges::find(named, name, [](const auto& one) { return one.first; });
    return found != named.end() ? &found->second : nullptr;
}

std::optional<Scalar> dtype_of(const Value& value) {
    if (const auto* type = value.get<TypeObject>()) {
        return type->type.is_scalar() ? std::optional(type->type.element()) : std::nullopt;
    }
    const auto* text = value.get<StringValue>();
    return text != nullptr ? dtype_scalar(text->text) : std::nullopt;
}

Value make_array_value(Scalar scalar, Shape shape, std::vector<ir::Number> elements, Layout layout,
                       Range range) {
    if (scalar == Scalar::Float16 || scalar >= Scalar::Complex64) {
        return {
            Unknown{"an array of `" + std::string(scalar_info(scalar).python) + "`", range, true}};
    }
    if (static_cast<int>(shape.size()) > Type::max_rank) {
        return unknown("it has too many dimensions", range);
    }
    if (shape.size() < 2 && layout == Layout::F) {
        layout = Layout::C;
    }
    if (layout == Layout::F) {
        elements = reordered(elements, shape, true);
    }
    const Type type = Type::array(scalar, static_cast<int>(shape.size()), layout, true);
    return {ArrayValue{type, std::move(shape), std::move(elements)}};
}

std::vector<ir::Number> c_order(const ArrayValue& array) {
    return array.type.layout() == Layout::F ? reordered(array.elements, array.shape, false)
                                            : array.elements;
}

Value index_array(const ArrayValue& array, const std::vector<IndexValue>& indices, Range range) {
    const auto box = box_of(array.shape, indices);
    if (!box) {
        return unknown("the index is out of range", range);
    }
    const std::vector<ir::Number> elements = c_order(array);
    if (box->shape.empty() && indices.size() == array.shape.size() && !indices.empty()) {
        return numpy_number(array.type.element(), elements[static_cast<std::size_t>(box->start)]);
    }
    std::vector<ir::Number> taken;
    for_each_offset(box->shape, box->strides, box->start, [&](std::int64_t offset) {
        taken.push_back(elements[static_cast<std::size_t>(offset)]);
    });
    const bool is_c = array.type.layout() == Layout::C && box->is_whole_block;
    return make_array_value(array.type.element(), box->shape, std::move(taken),
                            is_c ? Layout::C : Layout::A, range);
}

Value store_element(const ArrayValue& array, const std::vector<IndexValue>& indices,
                    const Value& value, Range range) {
    const auto box = box_of(array.shape, indices);
    const auto* number = value.get<NumberValue>();
    if (!box || number == nullptr) {
        return unknown("its elements change here", range);
    }
    const auto converted = convert(number->value, array.type.element(), true);
    if (!converted) {
        return unknown("the number does not fit the array", range);
    }
    std::vector<ir::Number> elements = c_order(array);
    for_each_offset(box->shape, box->strides, box->start, [&](std::int64_t offset) {
        elements[static_cast<std::size_t>(offset)] = *converted;
    });
    return make_array_value(array.type.element(), array.shape, std::move(elements),
                            array.type.layout(), range);
}

Value array_binary(syntax::Operator op, const Value& a, const Value& b, Range range) {
    const auto left = elements_of(a);
    const auto right = elements_of(b);
    if (!left || !right) {
        return unknown("the operator does not take these values", range);
    }
    const auto scalar = numpy_result(op, left->operand, right->operand);
    const auto shape = broadcast(left->shape, right->shape);
    if (!scalar || !shape || product(*shape) > max_elements) {
        return unknown(!scalar  ? "NumPy refuses the operator for these types"
                       : !shape ? "the shapes do not fit each other"
                                : "it has too many elements",
                       range);
    }
    const Shape left_strides = broadcast_strides(left->shape, *shape);
    const Shape right_strides = broadcast_strides(right->shape, *shape);
    std::vector<std::int64_t> left_offsets;
    for_each_offset(*shape, left_strides, 0,
                    [&](std::int64_t offset) { left_offsets.push_back(offset); });
    std::vector<ir::Number> result;
    result.reserve(left_offsets.size());
    for_each_offset(*shape, right_strides, 0, [&](std::int64_t offset) {
        const auto x = static_cast<std::size_t>(left_offsets[result.size()]);
        result.push_back(numpy_binary(op, *scalar, left->values[x],
                                      right->values[static_cast<std::size_t>(offset)]));
    });
    const auto is_f = [](const Value& v) {
        const auto* array = v.get<ArrayValue>();
        return array == nullptr || array->type.layout() == Layout::F;
    };
    return make_array_value(*scalar, *shape, std::move(result),
                            is_f(a) && is_f(b) ? Layout::F : Layout::C, range);
}

Value array_unary(syntax::UnaryOperator op, const ArrayValue& a, Range range) {
    std::vector<ir::Number> result;
    for (const ir::Number& element : a.elements) {
        const Value one = unary(op, numpy_number(a.type.element(), element), range);
        const auto* number = one.get<NumberValue>();
        if (number == nullptr || op == syntax::UnaryOperator::Not) {
            return unknown("the operator does not take this array", range);
        }
        result.push_back(number->value);
    }
    return {ArrayValue{a.type, a.shape, std::move(result)}};
}

}  // namespace pycu::sema
