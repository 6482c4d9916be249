// Attributes and methods of known arrays.
#include <algorithm>
#include <functional>
#include <numeric>

#include "sema/arrays.h"
#include "sema/numbers.h"
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

/// The transposed array: the same elements, the other layout.
Value transposed(const ArrayValue& array) {
    std::vector<std::int64_t> shape(array.shape.rbegin(), array.shape.rend());
    const Layout layout = array.type.rank() < 2              ? array.type.layout()
                          : array.type.layout() == Layout::C ? Layout::F
                          : array.type.layout() == Layout::F ? Layout::C
                                                             : Layout::A;
    if (layout == Layout::A && array.type.rank() > 1) {
        return {Unknown{"it is transposed", {}}};
    }
    return {ArrayValue{array.type.with_layout(layout), std::move(shape), array.elements}};
}

Value astype(const ArrayValue& array, const CallArguments& args, Range range) {
    const Value* given = args.get(0, "dtype");
    const auto to = given != nullptr ? dtype_of(*given) : std::nullopt;
    if (!to) {
        return unknown("its dtype is not known", range);
    }
    std::vector<ir::Number> elements;
    for (const ir::Number& element : array.elements) {
        const auto converted = convert(element, *to, false);
        if (!converted) {
            return *to == Scalar::Float16 || *to >= Scalar::Complex64
                       ? make_array_value(*to, {}, {}, Layout::C, range)
                       : unknown("an element does not fit the dtype", range);
        }
        elements.push_back(*converted);
    }
    const Type type =
        Type::array(*to, array.type.rank(), array.type.layout(), array.type.is_readonly());
    return {ArrayValue{type, array.shape, std::move(elements)}};
}

Value reshape(const ArrayValue& array, const CallArguments& args, Range range) {
    std::vector<Value> extents = args.positional;
    if (extents.size() == 1) {
        if (const auto* tuple = extents[0].get<TupleValue>()) {
            extents = std::vector<Value>(tuple->items);
        }
    }
    std::vector<std::int64_t> shape;
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
    return make_array_value(array.type.element(), std::move(shape), c_order(array), Layout::C,
                            range);
}

Value fold(const ArrayValue& array, std::string_view name, Range range) {
    if (array.elements.empty() || array.type.element() == Scalar::Bool) {
        return unknown("it is computed from an array", range);
    }
    const bool is_float = array.type.element_type().is_float();
    if ((name == "sum" || name == "prod") && is_float) {
        // NumPy adds floats in pairs, in an order that depends on its version.
        return unknown("NumPy's sum of floats depends on its order", range);
    }
    if (name == "sum" || name == "prod") {
        const auto op = name == "sum" ? syntax::Operator::Add : syntax::Operator::Mult;
        const Scalar wide =
            array.type.element_type().is_unsigned() ? Scalar::UInt64 : Scalar::Int64;
        ir::Number total = *convert(std::int64_t(name == "sum" ? 0 : 1), wide, true);
        for (const ir::Number& element : array.elements) {
            total = numpy_binary(op, wide, total, element);
        }
        return numpy_number(wide, total);
    }
    const auto less = [](const ir::Number& a, const ir::Number& b) {
        return a.index() == b.index() ? a < b : to_double(a) < to_double(b);
    };
    const auto found = name == "min" ? std::ranges::min_element(array.elements, less)
                                     : std::ranges::max_element(array.elements, less);
    return numpy_number(array.type.element(), *found);
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
        Value value = transposed(array);
        if (auto* why = std::get_if<Unknown>(&value.as)) {
            why->range = range;
        }
        return value;
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
    if (name == "copy" || name == "view") {
        // copy() makes C order of any layout; a view of another dtype is out of reach.
        return args.size() == 0 ? std::optional(make_array_value(array.type.element(), array.shape,
                                                                 c_order(array), Layout::C, range))
                                : std::nullopt;
    }
    if (name == "ravel" || name == "flatten") {
        return make_array_value(array.type.element(), {size_of(array)}, c_order(array), Layout::C,
                                range);
    }
    if (name == "transpose" && args.size() == 0) {
        return array_attribute(array, "T", range);
    }
    if ((name == "sum" || name == "prod" || name == "min" || name == "max") && args.size() == 0) {
        return fold(array, name, range);
    }
    if (name == "tolist" && array.type.rank() == 1) {
        TupleValue list{{}, true};
        for (const ir::Number& element : array.elements) {
            list.items.push_back({NumberValue{array.type.element_type().is_float()      ? float64
                                              : array.type.element() == Scalar::Bool    ? boolean
                                              : array.type.element_type().is_unsigned() ? uint64
                                                                                        : int64,
                                              element, true}});
        }
        return Value{std::move(list)};
    }
    if (name == "item" && args.size() == 0 && array.elements.size() == 1) {
        return numpy_number(array.type.element(), array.elements[0]);
    }
    return std::nullopt;
}

}  // namespace pycu::sema
