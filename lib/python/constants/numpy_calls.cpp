// Functions of NumPy that make arrays, on known values: np.array, np.zeros, np.arange ...
#include <algorithm>
#include <cmath>

#include "python/constants/arguments.h"
#include "python/constants/arrays.h"
#include "python/constants/layouts.h"
#include "python/constants/numbers.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

std::optional<Shape> shape_of(const Value& value) {
    if (const auto extent = as_index(value)) {
        return Shape{*extent};
    }
    const auto* tuple = value.get<HostItems>();
    if (tuple == nullptr) {
        return std::nullopt;
    }
    Shape shape;
    for (const Value& item : tuple->items) {
        const auto extent = as_index(item);
        if (!extent) {
            return std::nullopt;
        }
        shape.push_back(*extent);
    }
    return shape;
}

/// `order=`: 'C', 'F', or 'K' where the order of another array is kept; nothing for one that is not
/// known.
std::optional<char> order_of(const CallArguments& args) {
    const Value* order = args.get("order");
    const auto* text = order != nullptr ? order->get<StringValue>() : nullptr;
    const bool is_known =
        text != nullptr && (text->text == "C" || text->text == "F" || text->text == "K");
    return is_known ? std::optional(text->text[0]) : std::nullopt;
}

Layout layout_of(char order) {
    return order == 'F' ? Layout::F : Layout::C;
}

/// The dtype that is asked for, or the natural one; nothing where one is asked for and not known.
std::optional<Scalar> scalar_or(const CallArguments& args, Scalar natural) {
    const Value* dtype = args.get("dtype");
    return dtype != nullptr ? dtype_of(*dtype) : natural;
}

/// One number everywhere.
Value everywhere(const Shape& shape, Scalar scalar, const ir::Number& fill, Layout layout,
                 Range range) {
    std::int64_t count = 1;
    for (const std::int64_t extent : shape) {
        if (extent < 0 || (extent > 0 && count > max_elements / extent)) {
            return unknown("it has more than " + std::to_string(max_elements) + " elements", range);
        }
        count *= extent;
    }
    // A Python int must fit; a float is cut off, as C does it.
    const auto element = convert(fill, scalar, !std::holds_alternative<double>(fill));
    if (!element) {
        return scalar == Scalar::Float16 || scalar >= Scalar::Complex64
                   ? make_array_value(scalar, shape, {}, layout, range)
                   : unknown("the number does not fit the dtype", range);
    }
    return make_array_value(scalar, shape,
                            std::vector<ir::Number>(static_cast<std::size_t>(count), *element),
                            layout, range);
}

/// np.zeros and its kin: an array of a shape and of one number.
Value of_shape(const CallArguments& args, const ir::Number& fill, Scalar natural, Range range) {
    const Value& given = *args.get("shape");
    const auto shape = shape_of(given);
    const auto dtype = scalar_or(args, natural);
    const auto order = order_of(args);
    if (!shape || !dtype || !order) {
        return !shape && given.is_unknown() ? given
                                            : unknown(!shape   ? "its shape is not known"
                                                      : !dtype ? "its dtype is not known"
                                                               : "its order is not known",
                                                      range);
    }
    return everywhere(*shape, *dtype, fill, layout_of(*order), range);
}

template <int fill>
Value filled(const CallArguments& args, Range range) {
    return of_shape(args, std::int64_t(fill), Scalar::Float64, range);
}

Value full(const CallArguments& args, Range range) {
    const auto* number = args.named_only("fill_value")->get<NumberValue>();
    return number != nullptr ? of_shape(args, number->value, number->type.element(), range)
                             : unknown("what fills it is not known", range);
}

/// np.zeros_like and its kin: in the order of the model.
Value like(const CallArguments& args, const ir::Number& fill, Range range) {
    const Value* given = args.get("a") != nullptr ? args.get("a") : args.get("prototype");
    const auto* model = given != nullptr ? given->get<ArrayValue>() : nullptr;
    if (model == nullptr || args.get("shape") != nullptr) {
        return unknown("its shape is not known", range);
    }
    const auto dtype = scalar_or(args, model->type.element());
    if (!dtype || order_of(args) != 'K') {
        return unknown(!dtype ? "its dtype is not known" : "its order is not known", range);
    }
    Value made = everywhere(model->shape, *dtype, fill, Layout::C, range);
    const auto* array = made.get<ArrayValue>();
    return array == nullptr ? made
                            : make_strided(*dtype, array->elements,
                                           python::ordered_as('K', memory_of(*model), 1, 1), range);
}

template <int fill>
Value filled_like(const CallArguments& args, Range range) {
    return like(args, std::int64_t(fill), range);
}

Value full_like(const CallArguments& args, Range range) {
    const auto* number = args.named_only("fill_value")->get<NumberValue>();
    return number != nullptr ? like(args, number->value, range)
                             : unknown("what fills it is not known", range);
}

/// The numbers of nested lists in C order, their shape and their common dtype.
struct Nested {
    Shape shape;
    std::vector<ir::Number> elements;
    std::optional<Scalar> dtype;
    std::string why;

    bool add(const Value& value, std::size_t depth);
    void add_number(const NumberValue& number);
};

void Nested::add_number(const NumberValue& number) {
    const Scalar scalar = number.type.element();
    dtype = dtype ? promoted(*dtype, scalar) : scalar;
    elements.push_back(number.value);
}

bool Nested::add(const Value& value, std::size_t depth) {
    if (const auto* number = value.get<NumberValue>()) {
        if (depth != shape.size()) {
            why = "its rows have different lengths";
            return false;
        }
        add_number(*number);
        return true;
    }
    Shape inner;
    std::vector<Value> items;
    if (const auto* tuple = value.get<HostItems>()) {
        inner = {static_cast<std::int64_t>(tuple->items.size())};
        items = tuple->items;
    } else if (const auto* array = value.get<ArrayValue>()) {
        inner = array->shape;
        for (const ir::Number& element : c_order(*array)) {
            items.push_back(numpy_number(array->type.element(), element));
        }
    } else {
        const auto* nothing = value.get<Unknown>();
        why = nothing != nullptr ? nothing->why : "an element is no number";
        return false;
    }
    for (std::size_t i = 0; i < inner.size(); ++i) {
        if (elements.empty() && depth + i == shape.size()) {
            shape.push_back(inner[i]);
        } else if (depth + i >= shape.size() || shape[depth + i] != inner[i]) {
            why = "its rows have different lengths";
            return false;
        }
    }
    return std::ranges::all_of(items,
                               [&](const Value& item) { return add(item, depth + inner.size()); });
}

/// What an array of the same elements and shape has as its order: `asarray` and `array` keep it.
Value as_source(Value made, const ArrayValue& source, bool is_view, Range range) {
    const auto* array = made.get<ArrayValue>();
    if (array == nullptr) {
        return made;
    }
    const python::Strides memory = memory_of(source);
    return make_strided(array->type.element(), array->elements,
                        is_view ? memory : python::ordered_as('K', memory, 1, 1), range);
}

/// np.array and its kin: a copy in an order, `K` for the source's, or the array itself.
Value converted(const CallArguments& args, std::string_view name, std::optional<char> order,
                bool copies, Range range) {
    if (!order) {
        return unknown("its order is not known", range);
    }
    const Value* source = args.named_only(name);
    if (source->is_unknown()) {
        return *source;
    }
    Nested nested;
    if (!nested.add(*source, 0)) {
        return unknown(nested.why, range);
    }
    const auto dtype = scalar_or(args, nested.dtype.value_or(Scalar::Float64));
    if (!dtype) {
        return args.get("dtype")->is_unknown() ? *args.get("dtype")
                                               : unknown("its dtype is not known", range);
    }
    const Scalar scalar = *dtype;
    for (ir::Number& element : nested.elements) {
        const bool must_fit = !std::holds_alternative<double>(element);
        const auto converted = convert(element, scalar, must_fit);
        if (!converted) {
            const bool is_later = scalar == Scalar::Float16 || scalar >= Scalar::Complex64;
            return is_later ? make_array_value(scalar, {}, {}, Layout::C, range)
                            : unknown("an element does not fit the dtype", range);
        }
        element = *converted;
    }
    Value made = make_array_value(scalar, std::move(nested.shape), std::move(nested.elements),
                                  layout_of(*order), range);
    const auto* from = source->get<ArrayValue>();
    if (from == nullptr || order != 'K') {
        return made;
    }
    return as_source(std::move(made), *from, !copies && from->type.element() == scalar, range);
}

Value array(const CallArguments& args, Range range) {
    return truth(*args.named_only("copy")) == true
               ? converted(args, "object", order_of(args), true, range)
               : unknown("the call is not computed while compiling", range);
}

Value as_array(const CallArguments& args, Range range) {
    return args.get("copy") == nullptr ? converted(args, "a", order_of(args), false, range)
                                       : unknown("the call is not computed while compiling", range);
}

template <Layout layout>
Value in_order(const CallArguments& args, Range range) {
    Value made = converted(args, "a", layout == Layout::F ? 'F' : 'C', false, range);
    const auto* values = made.get<ArrayValue>();
    return values != nullptr && values->shape.empty()
               ? unknown("NumPy makes an array of one dimension of it", range)
               : made;
}

/// The array with the dtype that the call asks for.
Value of_dtype(Value made, const CallArguments& args, Range range) {
    const Value* dtype = args.get("dtype");
    const auto* array = made.get<ArrayValue>();
    return dtype == nullptr || array == nullptr
               ? made
               : *call_array_method(*array, "astype", {{*dtype}, {}}, range);
}

/// `arange(stop)`, `arange(start, stop)`, `arange(start, stop, step)`.
Value arange(const CallArguments& args, Range range) {
    const Value* dtype = args.get("dtype");
    std::vector<Value> numbers;
    for (const std::string_view name : {"start", "stop", "step"}) {
        if (const Value* value = args.get(name)) {
            numbers.push_back(*value);
        }
    }
    if (args.get("stop") == nullptr) {
        numbers.insert(numbers.begin(), python_int(0));
    }
    if (numbers.size() != 3 || !std::ranges::all_of(numbers, is_number)) {
        return unknown("its limits are not known", range);
    }
    const bool is_integer =
        std::ranges::all_of(numbers, [](const Value& v) { return as_integer(v).has_value(); });
    const double start = *as_double(numbers[0]);
    const double stop = *as_double(numbers[1]);
    const double step = *as_double(numbers[2]);
    const double count = std::ceil((stop - start) / step);
    const bool is_exact = std::fabs(start) < 0x1p53 && std::fabs(stop) < 0x1p53;
    if (step == 0 || !is_exact || !(count <= static_cast<double>(max_elements))) {
        return unknown("it has too many elements", range);
    }
    const double delta = (start + step) - start;
    std::vector<ir::Number> elements;
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(count); ++i) {
        const double value = i == 1 ? start + step : start + static_cast<double>(i) * delta;
        elements.push_back(is_integer ? ir::Number(static_cast<std::int64_t>(value))
                                      : ir::Number(value));
    }
    const auto extent = static_cast<std::int64_t>(elements.size());
    const auto to = dtype != nullptr ? dtype_of(*dtype) : std::nullopt;
    if (to == Scalar::Bool) {
        return unknown("the call is not computed while compiling", range);
    }
    // Of a NumPy number, or into a narrower float, the elements are computed in that dtype.
    const bool is_python = std::ranges::all_of(numbers, [](const Value& v) {
        const auto* number = v.get<NumberValue>();
        return number != nullptr && number->is_python;
    });
    if (!is_python || (to && !is_integer && *to != Scalar::Float64)) {
        return unknown("NumPy computes it while the program runs", range);
    }
    return of_dtype(make_array_value(is_integer ? Scalar::Int64 : Scalar::Float64, {extent},
                                     std::move(elements), Layout::C, range),
                    args, range);
}

Value linspace(const CallArguments& args, Range range) {
    const auto start = as_double(*args.named_only("start"));
    const auto stop = as_double(*args.named_only("stop"));
    const auto count = as_index(*args.named_only("num"));
    const auto with_end = truth(*args.named_only("endpoint"));
    if (!start || !stop || !count || !with_end || *count < 0 || *count > max_elements) {
        return unknown("its limits are not known", range);
    }
    const auto parts = static_cast<double>(*with_end ? *count - 1 : *count);
    const double step = (*stop - *start) / parts;
    std::vector<ir::Number> elements;
    for (std::int64_t i = 0; i < *count; ++i) {
        const auto at = static_cast<double>(i);
        elements.push_back(
            (step == 0 || parts == 0 ? at / std::max(parts, 1.0) * (*stop - *start) : at * step) +
            *start);
    }
    if (*with_end && *count > 1) {
        elements.back() = *stop;
    }
    return of_dtype(
        make_array_value(Scalar::Float64, {*count}, std::move(elements), Layout::C, range), args,
        range);
}

/// np.eye and np.identity: ones on a diagonal.
Value eye(const CallArguments& args, Range range) {
    const auto at = [&](std::string_view name, std::int64_t otherwise) {
        const Value* value = args.get(name);
        return value != nullptr ? as_index(*value) : std::optional(otherwise);
    };
    const auto rows = as_index(args.get("N") != nullptr ? *args.get("N") : *args.named_only("n"));
    const auto columns = at("M", rows.value_or(0));
    const auto diagonal = at("k", 0);
    const auto scalar = scalar_or(args, Scalar::Float64);
    const bool is_c = args.get("order") == nullptr || order_of(args) == 'C';
    if (!rows || !columns || *rows < 0 || *rows > 2048 || *columns > 2048 || !diagonal || !scalar ||
        !is_c) {
        return unknown("its shape is not known", range);
    }
    const Value made = everywhere({*rows, *columns}, *scalar, std::int64_t(0), Layout::C, range);
    const auto* zeros = made.get<ArrayValue>();
    if (zeros == nullptr) {
        return made;
    }
    ArrayValue values = *zeros;
    for (std::int64_t i = std::max<std::int64_t>(0, -*diagonal);
         i < *rows && i + *diagonal < *columns; ++i) {
        values.elements[static_cast<std::size_t>(i * *columns + i + *diagonal)] =
            *convert(std::int64_t(1), *scalar, true);
    }
    return known_array(std::move(values));
}

constexpr Computed computed[] = {
#define PYCU_CREATION(name, parameters, values, types) {name, values},
#include "api/rows.def"
};

}  // namespace

std::optional<Value> call_numpy(std::string_view name, const CallArguments& args, Range range) {
    auto made = call_row("numpy." + std::string(name), computed, args, range);
    return made ? made : call_ufunc(name, args, range);
}

}  // namespace pycu::sema
