// Making and indexing known arrays.
#include "sema/constants/arrays.h"

#include <algorithm>

#include "sema/constants/layouts.h"
#include "sema/constants/numbers.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

/// The elements in the opposite order: C to F or F to C.
std::vector<ir::Number> reordered(const std::vector<ir::Number>& elements, const Shape& shape,
                                  bool to_f) {
    std::vector<ir::Number> result;
    result.reserve(elements.size());
    Shape visited = shape;
    Shape strides = to_f ? c_strides(shape) : f_strides(shape);
    if (to_f) {
        std::ranges::reverse(visited);
        std::ranges::reverse(strides);
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

/// The part of an array that an index takes, as steps through the elements in C order and through
/// memory.
struct Box {
    Shape shape;
    Shape steps;
    Shape strides;
    std::int64_t start = 0;
};
std::optional<Box> box_of(const Shape& shape, const Shape& memory,
                          const std::vector<IndexValue>& indices) {
    const Shape strides = c_strides(shape);
    Box box;
    std::size_t axis = 0;
    const auto add = [&](const IndexValue& index) {
        if (index.kind == IndexValue::Kind::NewAxis) {
            box.shape.push_back(1);
            box.steps.push_back(0);
            box.strides.push_back(0);
            return true;
        }
        if (axis >= shape.size()) {
            return false;
        }
        if (index.kind == IndexValue::Kind::Integer) {
            const std::int64_t at = *index.start < 0 ? *index.start + shape[axis] : *index.start;
            box.start += at * strides[axis];
            return at >= 0 && at < shape[axis++];
        }
        const auto span = span_of(index, shape[axis]);
        if (!span) {
            return false;
        }
        box.start += span->count > 0 ? span->first * strides[axis] : 0;
        box.shape.push_back(span->count);
        box.steps.push_back(span->step * strides[axis]);
        box.strides.push_back(span->step * memory[axis]);
        ++axis;
        return true;
    };
    const auto is_refused = [](const IndexValue& one) { return one.is_bool; };
    const auto is_ellipsis = [](const IndexValue& one) {
        return one.kind == IndexValue::Kind::Ellipsis;
    };
    if (std::ranges::any_of(indices, is_refused) ||
        std::ranges::count_if(indices, is_ellipsis) > 1) {
        return std::nullopt;
    }
    const IndexValue all{.kind = IndexValue::Kind::Slice};
    const auto taken = std::size_t(std::ranges::count_if(indices, &IndexValue::takes_axis));
    for (const IndexValue& index : indices) {
        if (index.kind == IndexValue::Kind::Ellipsis) {
            for (std::size_t missing = taken; missing < shape.size(); ++missing) {
                add(all);
            }
        } else if (!add(index)) {
            return std::nullopt;
        }
    }
    while (axis < shape.size()) {
        add(all);
    }
    return box;
}

}  // namespace

const Value* CallArguments::get(std::size_t index, std::string_view name) const {
    return index < positional.size() ? &positional[index] : named_only(name);
}

const Value* CallArguments::named_only(std::string_view name) const {
    const auto found = std::ranges::find(named, name, [](const auto& one) { return one.first; });
    return found != named.end() ? &found->second : nullptr;
}

bool CallArguments::takes_only(std::size_t count,
                               std::initializer_list<std::string_view> names) const {
    return positional.size() <= count && std::ranges::all_of(named, [&](const auto& one) {
               return std::ranges::find(names, one.first) != names.end();
           });
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
    if (scalar >= Scalar::Complex64) {
        return {
            Unknown{"an array of `" + std::string(scalar_info(scalar).python) + "`", range, true}};
    }
    if (static_cast<int>(shape.size()) > Type::max_rank) {
        return unknown("it has too many dimensions", range);
    }
    if (layout == Layout::F) {
        layout = layout_of(shape, f_strides(shape));
    }
    if (layout == Layout::F) {
        elements = reordered(elements, shape, true);
    }
    const Type type = Type::array(scalar, static_cast<int>(shape.size()), layout, true);
    return {ArrayValue{type, std::move(shape), std::move(elements), {}}};
}

std::vector<ir::Number> c_order(const ArrayValue& array) {
    return array.type.layout() == Layout::F ? reordered(array.elements, array.shape, false)
                                            : array.elements;
}

Value index_array(const ArrayValue& array, const std::vector<IndexValue>& indices, Range range) {
    const auto box = box_of(array.shape, strides_of(array), indices);
    if (!box) {
        return unknown("the index is out of range", range);
    }
    const std::vector<ir::Number> elements = c_order(array);
    const bool is_element = box->shape.empty() && !indices.empty() &&
                            std::ranges::all_of(indices, [](const IndexValue& one) {
                                return one.kind == IndexValue::Kind::Integer;
                            });
    if (is_element) {
        return numpy_number(array.type.element(), elements[static_cast<std::size_t>(box->start)]);
    }
    std::vector<ir::Number> taken;
    for_each_offset(box->shape, box->steps, box->start, [&](std::int64_t offset) {
        taken.push_back(elements[static_cast<std::size_t>(offset)]);
    });
    return make_strided(array.type.element(), box->shape, std::move(taken), box->strides, range);
}

Value store_element(const ArrayValue& array, const std::vector<IndexValue>& indices,
                    const Value& value, Range range) {
    const auto box = box_of(array.shape, strides_of(array), indices);
    const auto* number = value.get<NumberValue>();
    if (!box || number == nullptr) {
        return unknown("its elements change here", range);
    }
    const auto converted =
        convert(number->value, array.type.element(), number->is_python && !number->type.is_float());
    if (!converted) {
        return unknown("the number does not fit the array", range);
    }
    std::vector<ir::Number> elements = c_order(array);
    for_each_offset(box->shape, box->steps, box->start, [&](std::int64_t offset) {
        elements[static_cast<std::size_t>(offset)] = *converted;
    });
    return make_strided(array.type.element(), array.shape, std::move(elements), strides_of(array),
                        range);
}

}  // namespace pycu::sema
