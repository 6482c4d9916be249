// Attributes and methods of known arrays.
#include <algorithm>
#include <functional>
#include <numeric>

#include "sema/constants/arrays.h"
#include "sema/constants/layouts.h"
#include "sema/constants/numbers.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

Value tuple_of(const std::vector<std::int64_t>& numbers) {
    TupleValue tuple;
    for (const std::int64_t number : numbers) {
        tuple.items.push_back(python_int(number));
    }
    return {std::move(tuple)};
}

std::int64_t size_of(const ArrayValue& array) {
    return static_cast<std::int64_t>(array.elements.size());
}

/// The transposed array: the same elements, shape and strides the other way round.
Value transposed(const ArrayValue& array, Range range) {
    std::vector<std::size_t> axes(array.shape.size());
    std::iota(axes.rbegin(), axes.rend(), 0);
    const std::vector<ir::Number> elements = c_order(array);
    std::vector<ir::Number> turned;
    for_each_offset(python::transposed(c_memory(array.shape), axes), 0, [&](std::int64_t offset) {
        turned.push_back(elements[static_cast<std::size_t>(offset)]);
    });
    return make_strided(array.type.element(), std::move(turned),
                        python::transposed(memory_of(array), axes), range);
}

Value astype(const ArrayValue& array, const CallArguments& args, Range range) {
    const Value* given = args.get(0, "dtype");
    const auto to = given != nullptr ? dtype_of(*given) : std::nullopt;
    if (!to) {
        return unknown("its dtype is not known", range);
    }
    if (!args.takes_only(1, {"dtype"})) {
        return unknown("the call is not computed while compiling", range);
    }
    std::vector<ir::Number> elements;
    for (const ir::Number& element : c_order(array)) {
        const auto converted = convert(element, *to, false);
        if (!converted) {
            return *to == Scalar::Float16 || *to >= Scalar::Complex64
                       ? make_array_value(*to, {}, {}, Layout::C, range)
                       : unknown("an element does not fit the dtype", range);
        }
        elements.push_back(*converted);
    }
    return make_strided(*to, std::move(elements), python::ordered_as('K', memory_of(array), 1, 1),
                        range);
}

Value reshape(const ArrayValue& array, const CallArguments& args, Range range) {
    std::vector<Value> extents = args.positional;
    if (extents.size() == 1) {
        if (const auto* tuple = extents[0].get<TupleValue>()) {
            extents = std::vector<Value>(tuple->items);
        }
    }
    if (extents.size() > 1 && !args.named.empty()) {
        return unknown("the call is not computed while compiling", range);
    }
    std::vector<python::Extent> shape;
    for (const Value& extent : extents) {
        const auto value = as_index(extent);
        if (!value) {
            return unknown("its shape is not known", range);
        }
        shape.emplace_back(*value);
    }
    const auto memory = python::reshaped(memory_of(array), std::move(shape), 1);
    return memory && args.named.empty()
               ? make_strided(array.type.element(), c_order(array), *memory, range)
               : unknown("it cannot be reshaped like this", range);
}

/// The elements as Python's numbers, in lists of lists.
Value nested_list(const ArrayValue& array) {
    const std::vector<ir::Number> elements = c_order(array);
    std::vector<Value> items;
    for (const ir::Number& element : elements) {
        items.push_back(python_number({array.type.element_type(), element, false}));
    }
    for (std::size_t axis = array.shape.size(); axis-- > 0;) {
        const auto extent = static_cast<std::size_t>(array.shape[axis]);
        std::vector<Value> rows;
        for (std::size_t i = 0; i < items.size(); i += extent) {
            const auto begin = items.begin() + static_cast<std::ptrdiff_t>(i);
            rows.push_back({TupleValue{{begin, begin + array.shape[axis]}, true}});
        }
        items = std::move(rows);
    }
    return items.size() == 1 ? items[0] : Value{TupleValue{{}, true}};
}

/// The running sum.
Value cumsum(const ArrayValue& array, Range range) {
    if (array.type.rank() != 1) {
        return unknown("NumPy computes it while the program runs", range);
    }
    const Type element = array.type.element_type();
    const Scalar wide = element.is_float()      ? array.type.element()
                        : element.is_unsigned() ? Scalar::UInt64
                                                : Scalar::Int64;
    std::vector<ir::Number> sums;
    for (const ir::Number& one : array.elements) {
        sums.push_back(sums.empty() ? *convert(one, wide, false)
                                    : numpy_binary(syntax::Operator::Add, wide, sums.back(), one));
    }
    return make_array_value(wide, array.shape, std::move(sums), Layout::C, range);
}

/// `.item()` and `.item(i)`.
std::optional<Value> item(const ArrayValue& array, const CallArguments& args) {
    const auto index = args.size() == 0 ? std::optional<std::int64_t>(0)
                                        : as_index(args.positional.empty() ? Value{NoneValue{}}
                                                                           : args.positional[0]);
    const auto place = index ? python::item_place(*index, array.elements.size()) : std::nullopt;
    return place && args.size() <= 1 && (args.size() == 1 || size_of(array) == 1)
               ? std::optional(
                     python_number({array.type.element_type(), c_order(array)[*place], false}))
               : std::nullopt;
}

}  // namespace

std::optional<Value> array_attribute(const ArrayValue& array, std::string_view name, Range range) {
    const int item = bytes(array.type);
    if (name == "shape") {
        return tuple_of(array.shape);
    }
    if (name == "ndim") {
        return python_int(array.type.rank());
    }
    if (name == "size") {
        return python_int(size_of(array));
    }
    if (name == "itemsize") {
        return python_int(item);
    }
    if (name == "nbytes") {
        return python_int(size_of(array) * item);
    }
    if (name == "dtype") {
        return Value{TypeObject{array.type.element_type(), TypeObject::Kind::Dtype}};
    }
    if (name == "T") {
        return transposed(array, range);
    }
    return std::nullopt;
}

std::optional<Value> call_array_method(const ArrayValue& array, std::string_view name,
                                       const CallArguments& args, Range range) {
    if (name == "astype") {
        return astype(array, args, range);
    }
    if (name == "reshape") {
        return reshape(array, args, range);
    }
    if (name == "copy" && args.takes_only(0, {"order"})) {
        const Value* order = args.named_only("order");
        const auto* text = order != nullptr ? order->get<StringValue>() : nullptr;
        if (order != nullptr && (text == nullptr || (text->text != "C" && text->text != "F"))) {
            return std::nullopt;
        }
        const Layout layout = text != nullptr && text->text == "F" ? Layout::F : Layout::C;
        return make_array_value(array.type.element(), array.shape, c_order(array), layout, range);
    }
    if ((name == "ravel" || name == "flatten") && args.size() == 0) {
        return make_array_value(array.type.element(), {size_of(array)}, c_order(array), Layout::C,
                                range);
    }
    if (args.size() == 0) {
        if (name == "transpose") {
            return transposed(array, range);
        }
        if (name == "tolist" && size_of(array) == 0 && array.type.rank() > 1) {
            return std::nullopt;
        }
        if (name == "tolist") {
            return nested_list(array);
        }
        if (name == "cumsum") {
            return cumsum(array, range);
        }
        if (auto folded = fold_array(array, name, range)) {
            return folded;
        }
    }
    if (name == "item") {
        return item(array, args);
    }
    return std::nullopt;
}

}  // namespace pycu::sema
