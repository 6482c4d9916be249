// Making and indexing known arrays.
#include "python/constants/arrays.h"

#include <algorithm>

#include "python/constants/layouts.h"
#include "python/constants/numbers.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

/// The elements in the opposite order: C to F or F to C.
std::vector<ir::Number> reordered(const std::vector<ir::Number>& elements, const Shape& shape,
                                  bool to_f) {
    std::vector<ir::Number> result;
    result.reserve(elements.size());
    Shape visited = shape;
    const auto memory = python::contiguous({shape.begin(), shape.end()}, 1, !to_f);
    Shape strides = *python::known_numbers(memory.strides);
    if (to_f) {
        std::ranges::reverse(visited);
        std::ranges::reverse(strides);
    }
    for_each_offset(visited, strides, 0, [&](std::int64_t offset) {
        result.push_back(elements[static_cast<std::size_t>(offset)]);
    });
    return result;
}

/// The part of an array that an index takes: through memory, and through the elements in C order.
struct Box {
    python::Strides memory;
    python::Strides elements;
    std::int64_t start = 0;
};
std::optional<Box> box_of(const ArrayValue& array, const std::vector<IndexValue>& given) {
    using enum IndexValue::Kind;
    const auto is_refused = [](const IndexValue& one) { return one.is_bool; };
    if (std::ranges::any_of(given, is_refused) ||
        std::ranges::count(given, Ellipsis, &IndexValue::kind) > 1) {
        return std::nullopt;
    }
    const std::vector<python::Index> indices(given.begin(), given.end());
    auto memory = python::sliced(memory_of(array), indices);
    if (!memory) {
        return std::nullopt;
    }
    const python::Strides all = c_memory(array.shape);
    const auto start = python::offset_of(all, indices);
    return start ? std::optional(Box{std::move(*memory), *python::sliced(all, indices), *start})
                 : std::nullopt;
}

}  // namespace

python::Slice<std::int64_t> IndexValue::numbers() const {
    const auto known = [](const std::optional<python::Extent>& one) {
        return one ? one->known() : std::nullopt;
    };
    return {known(slice.start), known(slice.stop), known(slice.step)};
}

const Value* CallArguments::get(std::size_t index, std::string_view name) const {
    return index < positional.size() ? &positional[index] : named_only(name);
}

const Value* CallArguments::get(std::string_view name) const {
    const Value* found = named_only(name);
    return found != nullptr && found->is<NoneValue>() ? nullptr : found;
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
    if (scalar >= Scalar::Complex64) {
        return {
            Unknown{"an array of `" + std::string(scalar_info(scalar).python) + "`", range, true}};
    }
    if (static_cast<int>(shape.size()) > Type::max_rank) {
        return unknown("it has too many dimensions", range);
    }
    if (layout == Layout::F) {
        layout = python::layout_of(python::contiguous({shape.begin(), shape.end()}, 1, true), 1);
    }
    if (layout == Layout::F) {
        elements = reordered(elements, shape, true);
    }
    const Type type = Type::array(scalar, static_cast<int>(shape.size()), layout, true);
    return known_array({type, std::move(shape), std::move(elements), {}});
}

std::vector<ir::Number> c_order(const ArrayValue& array) {
    return array.type.layout() == Layout::F ? reordered(array.elements, array.shape, false)
                                            : array.elements;
}

Value index_array(const ArrayValue& array, const std::vector<IndexValue>& indices, Range range) {
    const auto box = box_of(array, indices);
    if (!box) {
        return unknown("the index is out of range", range);
    }
    const std::vector<ir::Number> elements = c_order(array);
    const bool is_element = box->memory.rank() == 0 && !indices.empty() &&
                            std::ranges::all_of(indices, [](const IndexValue& one) {
                                return one.kind == IndexValue::Kind::Integer;
                            });
    if (is_element) {
        return numpy_number(array.type.element(), elements[static_cast<std::size_t>(box->start)]);
    }
    std::vector<ir::Number> taken;
    for_each_offset(box->elements, box->start, [&](std::int64_t offset) {
        taken.push_back(elements[static_cast<std::size_t>(offset)]);
    });
    return make_strided(array.type.element(), std::move(taken), box->memory, range);
}

Value store_element(const ArrayValue& array, const std::vector<IndexValue>& indices,
                    const Value& value, Range range) {
    const auto box = box_of(array, indices);
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
    for_each_offset(box->elements, box->start, [&](std::int64_t offset) {
        elements[static_cast<std::size_t>(offset)] = *converted;
    });
    return make_strided(array.type.element(), std::move(elements), memory_of(array), range);
}

}  // namespace pycu::sema
