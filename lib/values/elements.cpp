// The elements of known arrays: how they are put into what is decided, taken out and changed.
#include "values/elements.h"

#include <algorithm>

#include "types/scalar.h"
#include "values/functions.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

/// Why nothing computes elements of such an array.
std::optional<Unknown> refused(const HostArray& made, Range range) {
    if (made.dtype.record.is_record()) {
        return Unknown{"it is an array of records", range};
    }
    if (is_complex(made.dtype)) {
        return Unknown{"an array of `" + std::string(scalar_info(made.dtype).python) + "`", range,
                       true};
    }
    if (int(made.rank()) > Type::max_rank) {
        return Unknown{"it has too many dimensions", range};
    }
    std::int64_t room = max_elements;
    for (const Extent& extent : made.memory.extents) {
        if (extent.known().value_or(-1) < 0) {
            return Unknown{"its shape is not known", range};
        }
        room /= std::max<std::int64_t>(1, *extent.known());
    }
    return room > 0 ? std::nullopt
                    : std::optional(Unknown{
                          "it has more than " + std::to_string(max_elements) + " elements", range});
}

/// Numbers in their places, of lists one after the other.
Value filled_in(const Value& decided, const Numbers& elements, std::size_t& next) {
    if (const auto* number = decided.get<HostNumber>()) {
        const ir::Number& element = elements[next++];
        return number->is_python ? python_number({number->type, element, false})
                                 : numpy_number(number->type.element(), element);
    }
    HostItems made = *decided.items();
    for (Value& item : made.items) {
        item = filled_in(item, elements, next);
    }
    return host_items(std::move(made));
}

/// Adds the numbers in a value, or says why they are not known.
std::optional<Unknown> add_numbers(Numbers& made, const Value& value, Scalar dtype, Range range) {
    const auto add = [&](const ir::Number& number, bool must_fit) {
        const auto element = convert(number, dtype, must_fit);
        made.push_back(element.value_or(false));
        return element.has_value();
    };
    bool fits = true;
    if (const auto* number = value.get<NumberValue>()) {
        fits = add(number->value, !number->type.is_float());
    } else if (const Numbers* elements = value.elements()) {
        // NumPy cuts off those of another array.
        fits = std::ranges::all_of(*elements, [&](const auto& one) { return add(one, false); });
    } else if (const auto* list = value.get<HostItems>()) {
        for (const Value& item : list->items) {
            if (auto why = add_numbers(made, item, dtype, range)) {
                return why;
            }
        }
    } else {
        const auto* why = value.get<Unknown>();
        return why != nullptr ? *why : Unknown{"an element is no number", range};
    }
    return fits ? std::nullopt : std::optional(Unknown{"an element does not fit the dtype", range});
}

Numbers taken(const Numbers& elements, const std::vector<std::int64_t>& places) {
    Numbers made;
    made.reserve(places.size());
    for (const std::int64_t place : places) {
        made.push_back(elements[std::size_t(place)]);
    }
    return made;
}

}  // namespace

const Value* CallArguments::get(std::size_t index, std::string_view name) const {
    return index < positional.size() ? &positional[index] : named_only(name);
}

const Value* CallArguments::get(std::string_view name) const {
    const Value* found = named_only(name);
    return found != nullptr && found->is<NoneValue>() ? nullptr : found;
}

const Value& CallArguments::operator[](std::string_view name) const {
    static const Value none{NoneValue{}};
    const Value* found = get(name);
    return found != nullptr ? *found : none;
}

const Value* CallArguments::named_only(std::string_view name) const {
    return value_of_name(named, name);
}

std::vector<Value> CallArguments::all() const {
    std::vector<Value> values = positional;
    for (const auto& one : named) {
        values.push_back(one.second);
    }
    return values;
}

const Value* value_of_name(const std::vector<std::pair<std::string, Value>>& named,
                           std::string_view name) {
    const auto found =
        std::ranges::find_if(named, [&](const auto& one) { return one.first == name; });
    return found != named.end() ? &found->second : nullptr;
}

std::optional<Scalar> dtype_of(const Value& value) {
    if (const auto* type = value.get<TypeObject>()) {
        return type->type.is_scalar() ? std::optional(type->type.element()) : std::nullopt;
    }
    const auto* text = value.get<StringValue>();
    return text != nullptr ? dtype_scalar(text->text) : std::nullopt;
}

Value with_elements(const Value& decided, const Compute& compute, Range range) {
    const HostArray* array = decided.array();
    const auto* number = decided.get<HostNumber>();
    if (array == nullptr && number == nullptr && decided.items() == nullptr) {
        return decided;
    }
    HostArray made;
    if (array != nullptr) {
        made = *array;
    } else if (number != nullptr) {
        made.dtype = number->type.element();
    }
    if (auto why = refused(made, range)) {
        return {std::move(*why)};
    }
    Elements elements = compute(made);
    if (auto* why = std::get_if<Unknown>(&elements)) {
        return {std::move(*why)};
    }
    auto& numbers = std::get<Numbers>(elements);
    std::size_t next = 0;
    return array != nullptr ? known_array(made, std::move(numbers))
                            : filled_in(decided, numbers, next);
}

Elements elements_of(const Value& value, Scalar dtype, Range range) {
    Numbers made;
    auto why = add_numbers(made, value, dtype, range);
    return why ? Elements(std::move(*why)) : Elements(std::move(made));
}

Value as_known_array(const Value& value, Range range) {
    return value.elements() != nullptr
               ? value
               : with_elements(
                     as_host_array(value, range),
                     [&](const HostArray& made) { return elements_of(value, made.dtype, range); },
                     range);
}

Numbers in_memory(const HostArray& array, const Numbers& elements) {
    std::vector<std::size_t> axes;
    for (std::size_t axis = array.rank(); axis-- > 0;) {
        axes.push_back(axis);
    }
    return array.layout() == Layout::F
               ? taken(elements,
                       offsets(transposed(values::contiguous(array.memory.extents, 1), axes)))
               : elements;
}

Elements viewed(const Value& array, const std::function<Value(const Value& array)>& view,
                Range range) {
    // What it takes of an array of bytes in C order are the places of the elements.
    Value places = host_contiguous(Scalar::Int8, array.array()->memory.extents);
    places = view(places);
    return places.array() != nullptr
               ? Elements(taken(*array.elements(), offsets(places.array()->memory)))
               : in_numpy(range);
}

Value index_array(const Value& decided, const Value& array,
                  const std::vector<values::Index>& indices, Range range) {
    const auto take = [&](const HostArray&) -> Elements {
        const auto places = offsets(values::contiguous(array.array()->memory.extents, 1), indices);
        return places ? Elements(taken(*array.elements(), *places))
                      : Unknown{"the index is out of range", range};
    };
    return with_elements(decided, take, range);
}

Value store_element(const Value& array, const std::vector<values::Index>& indices,
                    const Value& value, Range range) {
    const HostArray& into = *array.array();
    const auto places = offsets(values::contiguous(into.memory.extents, 1), indices);
    const auto* number = value.get<NumberValue>();
    if (!places || number == nullptr) {
        return unknown("its elements change here", range);
    }
    const auto converted =
        convert(number->value, into.dtype, number->is_python && !number->type.is_float());
    if (!converted) {
        return unknown("the number does not fit the array", range);
    }
    Numbers elements = *array.elements();
    for (const std::int64_t place : *places) {
        elements[std::size_t(place)] = *converted;
    }
    return known_array(into, std::move(elements));
}

Unknown in_numpy(Range range) {
    return {"NumPy computes it while the program runs", range};
}

}  // namespace pycu::sema
