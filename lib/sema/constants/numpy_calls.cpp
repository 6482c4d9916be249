// Functions of NumPy that make arrays: np.array, np.zeros, np.arange ...
#include <algorithm>
#include <cmath>

#include "sema/constants/arrays.h"
#include "sema/constants/layouts.h"
#include "sema/constants/numbers.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

std::optional<Shape> shape_of(const Value& value) {
    if (const auto extent = as_index(value)) {
        return Shape{*extent};
    }
    const auto* tuple = value.get<TupleValue>();
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

/// The order that a call asks for; nothing for one that is not known.
std::optional<Layout> order_of(const CallArguments& args, bool keeps = false) {
    const Value* order = args.named_only("order");
    if (order == nullptr) {
        return Layout::C;
    }
    const auto* text = order->get<StringValue>();
    if (text == nullptr || keeps || (text->text != "F" && text->text != "C")) {
        return std::nullopt;
    }
    return text->text == "F" ? Layout::F : Layout::C;
}

/// np.zeros, np.ones, np.empty, np.full: one number everywhere.
Value filled(const Shape& shape, Scalar scalar, const ir::Number& fill, Layout layout,
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

Value constant_array(std::string_view name, const CallArguments& args, Range range) {
    const bool is_full = name == "full" || name == "full_like";
    const Value* like = args.get(0, name.ends_with("_like") ? "a" : "shape");
    const auto* model = like != nullptr ? like->get<ArrayValue>() : nullptr;
    const auto shape = model != nullptr  ? std::optional(model->shape)
                       : like != nullptr ? shape_of(*like)
                                         : std::nullopt;
    if (!shape) {
        return like != nullptr && like->is_unknown() ? *like
                                                     : unknown("its shape is not known", range);
    }
    ir::Number fill = std::int64_t(name.starts_with("ones") ? 1 : 0);
    Scalar scalar = model != nullptr ? model->type.element() : Scalar::Float64;
    if (is_full) {
        const Value* value = args.get(1, "fill_value");
        const auto* number = value != nullptr ? value->get<NumberValue>() : nullptr;
        if (number == nullptr) {
            return unknown("what fills it is not known", range);
        }
        fill = number->value;
        scalar = model != nullptr ? scalar : number->type.element();
    }
    if (const Value* given = args.get(is_full ? 2 : 1, "dtype");
        given != nullptr && !given->is<NoneValue>()) {
        const auto dtype = dtype_of(*given);
        if (!dtype) {
            return unknown("its dtype is not known", range);
        }
        scalar = *dtype;
    }
    const auto layout = order_of(args, name.ends_with("_like"));
    if (!layout ||
        !args.takes_only(is_full ? 3 : 2, {"shape", "a", "dtype", "fill_value", "order"})) {
        return unknown("the call is not computed while compiling", range);
    }
    if (model == nullptr) {
        return filled(*shape, scalar, fill, *layout, range);
    }
    // In the order of the model.
    Value made = filled(*shape, scalar, fill, Layout::C, range);
    const auto* array = made.get<ArrayValue>();
    return array == nullptr ? made
                            : make_strided(scalar, array->elements,
                                           python::ordered_as('K', memory_of(*model), 1, 1), range);
}

/// The numbers of nested lists in C order, their shape and their common dtype.
struct Nested {
    Shape shape;
    std::vector<ir::Number> elements;
    std::optional<NumpyOperand> operand;
    std::string why;

    bool add(const Value& value, std::size_t depth);
    bool add_number(const NumberValue& number);
};

bool Nested::add_number(const NumberValue& number) {
    const NumpyOperand one{number.type.element(), false};
    const auto common =
        operand ? numpy_result(syntax::Operator::BitOr, *operand, one) : std::optional(one.scalar);
    // BitOr refuses floats: the wider float wins, and an int beside a float is a float64.
    if (common) {
        operand = NumpyOperand{*common, false};
    } else {
        const auto sum = numpy_result(syntax::Operator::Add, *operand, one);
        if (!sum) {
            why = "its elements have no common dtype";
            return false;
        }
        operand = NumpyOperand{*sum, false};
    }
    elements.push_back(number.value);
    return true;
}

bool Nested::add(const Value& value, std::size_t depth) {
    if (const auto* number = value.get<NumberValue>()) {
        if (depth != shape.size()) {
            why = "its rows have different lengths";
            return false;
        }
        return add_number(*number);
    }
    Shape inner;
    std::vector<Value> items;
    if (const auto* tuple = value.get<TupleValue>()) {
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
Value in_order(Value made, const ArrayValue& source, bool is_view, Range range) {
    const auto* array = made.get<ArrayValue>();
    if (array == nullptr) {
        return made;
    }
    const python::Strides memory = memory_of(source);
    return make_strided(array->type.element(), array->elements,
                        is_view ? memory : python::ordered_as('K', memory, 1, 1), range);
}

/// np.array and its kin; `order` is what they ask for, and nothing where they keep it.
Value array(const CallArguments& args, std::optional<Layout> order, bool copies, Range range) {
    const Layout layout = order.value_or(Layout::C);
    if (!args.takes_only(2, {"object", "a", "dtype", "order", "copy"})) {
        return unknown("the call is not computed while compiling", range);
    }
    const Value* source = args.get(0, "object");
    if (source == nullptr) {
        source = args.named_only("a");
    }
    if (source == nullptr || source->is_unknown()) {
        return source != nullptr ? *source : unknown("it has no elements", range);
    }
    Nested nested;
    if (!nested.add(*source, 0)) {
        return unknown(nested.why, range);
    }
    Scalar scalar = nested.operand ? nested.operand->scalar : Scalar::Float64;
    const Value* given = args.get(1, "dtype");
    if (given != nullptr && !given->is<NoneValue>()) {
        const auto dtype = dtype_of(*given);
        if (!dtype) {
            return given->is_unknown() ? *given : unknown("its dtype is not known", range);
        }
        scalar = *dtype;
    }
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
                                  layout, range);
    const auto* from = source->get<ArrayValue>();
    if (from == nullptr || order) {
        return made;
    }
    return in_order(std::move(made), *from, !copies && from->type.element() == scalar, range);
}

Value arange(const CallArguments& args, Range range) {
    std::vector<Value> numbers = args.positional;
    const Value* dtype = args.named_only("dtype");
    if (numbers.size() == 4) {
        dtype = &args.positional[3];
        numbers.pop_back();
    }
    for (const std::string_view name : {"start", "stop", "step"}) {
        if (const Value* value = args.named_only(name)) {
            if (name == "step" && numbers.size() == 1) {
                numbers.insert(numbers.begin(), python_int(0));
            }
            numbers.push_back(*value);
        }
    }
    if (numbers.empty() || !std::ranges::all_of(numbers, is_number)) {
        return unknown("its limits are not known", range);
    }
    const bool is_integer =
        std::ranges::all_of(numbers, [](const Value& v) { return as_integer(v).has_value(); });
    const double start = numbers.size() > 1 ? *as_double(numbers[0]) : 0;
    const double stop = *as_double(numbers.size() > 1 ? numbers[1] : numbers[0]);
    const double step = numbers.size() > 2 ? *as_double(numbers[2]) : 1;
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
    const auto to = dtype != nullptr && !dtype->is<NoneValue>() ? dtype_of(*dtype) : std::nullopt;
    if (to == Scalar::Bool || !args.takes_only(4, {"start", "stop", "step", "dtype"})) {
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
    Value made = make_array_value(is_integer ? Scalar::Int64 : Scalar::Float64, {extent},
                                  std::move(elements), Layout::C, range);
    if (dtype == nullptr || dtype->is<NoneValue>()) {
        return made;
    }
    return *call_array_method(*made.get<ArrayValue>(), "astype", {{*dtype}, {}}, range);
}

Value linspace(const CallArguments& args, Range range) {
    const Value* start_value = args.get(0, "start");
    const Value* stop_value = args.get(1, "stop");
    const Value* count_value = args.get(2, "num");
    const Value* end_value = args.get(3, "endpoint");
    const auto start = start_value != nullptr ? as_double(*start_value) : std::nullopt;
    const auto stop = stop_value != nullptr ? as_double(*stop_value) : std::nullopt;
    const auto count =
        count_value != nullptr ? as_index(*count_value) : std::optional<std::int64_t>(50);
    const bool with_end = end_value == nullptr || truth(*end_value).value_or(true);
    if (!start || !stop || !count || *count < 0 || *count > max_elements) {
        return unknown("its limits are not known", range);
    }
    const auto parts = static_cast<double>(with_end ? *count - 1 : *count);
    const double step = (*stop - *start) / parts;
    std::vector<ir::Number> elements;
    for (std::int64_t i = 0; i < *count; ++i) {
        const auto at = static_cast<double>(i);
        elements.push_back(
            (step == 0 || parts == 0 ? at / std::max(parts, 1.0) * (*stop - *start) : at * step) +
            *start);
    }
    if (with_end && *count > 1) {
        elements.back() = *stop;
    }
    Value made = make_array_value(Scalar::Float64, {*count}, std::move(elements), Layout::C, range);
    const Value* dtype = args.named_only("dtype");
    if (dtype == nullptr || dtype->is<NoneValue>()) {
        return made;
    }
    return *call_array_method(*made.get<ArrayValue>(), "astype", {{*dtype}, {}}, range);
}

Value eye(const CallArguments& args, Range range) {
    const auto n = args.positional.empty() ? std::nullopt : as_index(args.positional[0]);
    const Value* dtype = args.named_only("dtype");
    const auto scalar = dtype != nullptr ? dtype_of(*dtype) : std::optional(Scalar::Float64);
    const bool is_plain = args.takes_only(1, {"dtype"});
    if (!n || *n < 0 || *n > 2048 || !scalar || !is_plain) {
        return unknown("its shape is not known", range);
    }
    Value made = filled({*n, *n}, *scalar, std::int64_t(0), Layout::C, range);
    if (auto* values = std::get_if<ArrayValue>(&made.as)) {
        for (std::int64_t i = 0; i < *n; ++i) {
            values->elements[static_cast<std::size_t>(i * *n + i)] =
                *convert(std::int64_t(1), *scalar, true);
        }
    }
    return made;
}

}  // namespace

std::optional<Value> call_numpy(std::string_view name, const CallArguments& args, Range range) {
    if (name == "array" || name == "asarray") {
        const bool is_given = args.named_only("order") != nullptr;
        const auto order = order_of(args);
        return is_given && !order
                   ? unknown("its order is not known", range)
                   : array(args, is_given ? order : std::nullopt, name == "array", range);
    }
    if (name == "ascontiguousarray" || name == "asfortranarray") {
        Value made = array(args, name == "asfortranarray" ? Layout::F : Layout::C, false, range);
        const auto* values = made.get<ArrayValue>();
        return values != nullptr && values->shape.empty()
                   ? unknown("NumPy makes an array of one dimension of it", range)
                   : made;
    }
    if (name == "zeros" || name == "ones" || name == "empty" || name == "full" ||
        name == "zeros_like" || name == "ones_like" || name == "empty_like" ||
        name == "full_like") {
        return constant_array(name, args, range);
    }
    if (name == "arange") {
        return arange(args, range);
    }
    if (name == "linspace") {
        return linspace(args, range);
    }
    if (name == "eye" || name == "identity") {
        return eye(args, range);
    }
    return call_ufunc(name, args, range);
}

}  // namespace pycu::sema
