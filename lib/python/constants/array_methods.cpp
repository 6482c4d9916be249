// Attributes and methods of known arrays.
#include <algorithm>
#include <functional>
#include <numeric>

#include "python/constants/arguments.h"
#include "python/constants/arrays.h"
#include "python/constants/layouts.h"
#include "python/constants/numbers.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

Value tuple_of(const std::vector<std::int64_t>& numbers) {
    HostItems tuple;
    for (const std::int64_t number : numbers) {
        tuple.items.push_back(python_int(number));
    }
    return host_items(std::move(tuple));
}

std::int64_t size_of(const ArrayValue& array) {
    return static_cast<std::int64_t>(array.elements.size());
}

/// The transposed array: the same elements, shape and strides the other way round.
Value reversed_axes(const ArrayValue& array, Range range) {
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
    const auto to = dtype_of(*args.named_only("dtype"));
    if (!to) {
        return unknown("its dtype is not known", range);
    }
    const auto* order = args.named_only("order")->get<StringValue>();
    if (order == nullptr || order->text != "K") {
        return unknown("its order is not known", range);
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
        if (const auto* tuple = extents[0].get<HostItems>()) {
            extents = std::vector<Value>(tuple->items);
        }
    }
    const auto* order = args.named_only("order")->get<StringValue>();
    if (order == nullptr || order->text != "C") {
        return unknown("its order is not known", range);
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
    return memory ? make_strided(array.type.element(), c_order(array), *memory, range)
                  : unknown("it cannot be reshaped like this", range);
}

Value transposed(const ArrayValue& array, const CallArguments& args, Range range) {
    return args.positional.empty() ? reversed_axes(array, range)
                                   : unknown("the axes are not followed", range);
}

Value copied(const ArrayValue& array, const CallArguments& args, Range range) {
    const auto* order = args.named_only("order")->get<StringValue>();
    if (order == nullptr || (order->text != "C" && order->text != "F")) {
        return unknown("its order is not known", range);
    }
    const Layout layout = order->text == "F" ? Layout::F : Layout::C;
    return make_array_value(array.type.element(), array.shape, c_order(array), layout, range);
}

/// `.ravel()` and `.flatten()`.
Value flat(const ArrayValue& array, const CallArguments& /*args*/, Range range) {
    return make_array_value(array.type.element(), {size_of(array)}, c_order(array), Layout::C,
                            range);
}

/// The elements as Python's numbers, in lists of lists.
Value tolist(const ArrayValue& array, const CallArguments& /*args*/, Range range) {
    if (size_of(array) == 0 && array.type.rank() > 1) {
        return unknown("it has no items", range);
    }
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
            rows.push_back(host_tuple({begin, begin + array.shape[axis]}, true));
        }
        items = std::move(rows);
    }
    return items.size() == 1 ? items[0] : host_tuple({}, true);
}

/// The running sum.
Value cumsum(const ArrayValue& array, const CallArguments& args, Range range) {
    if (array.type.rank() != 1 || !args.named.empty()) {
        return unknown("NumPy computes it while the program runs", range);
    }
    const Type element = array.type.element_type();
    const Scalar wide = element.is_float()      ? array.type.element()
                        : element.is_unsigned() ? Scalar::UInt64
                                                : Scalar::Int64;
    std::vector<ir::Number> sums;
    for (const ir::Number& one : array.elements) {
        sums.push_back(sums.empty() ? *convert(one, wide, false)
                                    : numpy_binary(BinaryOp::Add, wide, sums.back(), one));
    }
    return make_array_value(wide, array.shape, std::move(sums), Layout::C, range);
}

/// `.item()` and `.item(i)`.
Value item(const ArrayValue& array, const CallArguments& args, Range range) {
    const auto index =
        args.positional.empty() ? std::optional<std::int64_t>(0) : as_index(args.positional[0]);
    const auto place = index ? python::item_place(*index, array.elements.size()) : std::nullopt;
    const bool fits = args.positional.empty() ? size_of(array) == 1 : args.positional.size() == 1;
    return place && fits ? python_number({array.type.element_type(), c_order(array)[*place], false})
                         : unknown("the element is not known", range);
}

struct KnownMethod {
    std::string_view name;
    Value (*function)(const ArrayValue& array, const CallArguments& args, Range range);
};
constexpr KnownMethod known_methods[] = {
#define PYCU_METHOD(name, parameters, owner, values, types) {name, values},
#include "api/rows.def"
};

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
        return reversed_axes(array, range);
    }
    return std::nullopt;
}

std::optional<Value> call_array_method(const ArrayValue& array, std::string_view name,
                                       const CallArguments& args, Range range) {
    const api::Function* row = api::find_function("numpy.ndarray." + std::string(name));
    const auto* found = row != nullptr
                            ? std::ranges::find(known_methods, row->name, &KnownMethod::name)
                            : std::end(known_methods);
    if (found == std::end(known_methods) || found->function == nullptr) {
        return args.size() == 0 ? fold_array(array, name, range) : std::nullopt;
    }
    const auto given = bound(*row, args);
    return given ? found->function(array, *given, range)
                 : unknown("the call is not computed while compiling", range);
}

}  // namespace pycu::sema
