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
    Shape shape(array.shape.rbegin(), array.shape.rend());
    Shape strides = strides_of(array);
    Shape steps = c_strides(array.shape);
    std::ranges::reverse(strides);
    std::ranges::reverse(steps);
    const std::vector<ir::Number> elements = c_order(array);
    std::vector<ir::Number> turned;
    for_each_offset(shape, steps, 0, [&](std::int64_t offset) {
        turned.push_back(elements[static_cast<std::size_t>(offset)]);
    });
    return make_strided(array.type.element(), std::move(shape), std::move(turned),
                        std::move(strides), range);
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
    return make_strided(*to, array.shape, std::move(elements),
                        kept_order(array.shape, {strides_of(array)}), range);
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
    Shape shape;
    std::int64_t known = 1;
    for (const Value& extent : extents) {
        const auto value = as_index(extent);
        if (!value) {
            return unknown("its shape is not known", range);
        }
        shape.push_back(*value);
        if (*value >= 0 && __builtin_mul_overflow(known, *value, &known)) {
            return unknown("it cannot be reshaped like this", range);
        }
    }
    for (std::int64_t& extent : shape) {
        extent = extent < 0 && known != 0 ? size_of(array) / known : extent;
    }
    const auto negative = std::ranges::count_if(shape, [](std::int64_t n) { return n < 0; });
    const bool is_whole =
        negative == 0 && std::accumulate(shape.begin(), shape.end(), 1.0, std::multiplies<>()) ==
                             static_cast<double>(size_of(array));
    if (!is_whole || !args.named.empty()) {
        return unknown("it cannot be reshaped like this", range);
    }
    const auto view =
        size_of(array) > 0 ? reshaped_strides(array.shape, strides_of(array), shape) : std::nullopt;
    Shape strides = view ? *view : c_strides(shape);
    return make_strided(array.type.element(), std::move(shape), c_order(array), std::move(strides),
                        range);
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
    const std::int64_t size = size_of(array);
    if (!index || *index < -size || *index >= size || args.size() > 1 ||
        (args.size() == 0 && size != 1)) {
        return std::nullopt;
    }
    const auto place = static_cast<std::size_t>(*index < 0 ? *index + size : *index);
    return python_number({array.type.element_type(), c_order(array)[place], false});
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
