// NumPy's functions that make arrays, on host values.
#include <algorithm>

#include "sema/constants/arrays.h"
#include "sema/constants/numbers.h"
#include "sema/host/calls.h"
#include "types/scalar.h"

namespace pycu::sema {

const HostValue* HostArguments::get(std::size_t index, std::string_view name) const {
    const HostValue* found = index < positional.size() ? &positional[index] : nullptr;
    for (const auto& [given, value] : named) {
        found = given == name ? &value : found;
    }
    return found != nullptr && found->known<NoneValue>() != nullptr ? nullptr : found;
}

std::optional<HostDtype> host_dtype(const HostValue& value) {
    const auto* known = value.get<Value>();
    if (known == nullptr) {
        return std::nullopt;
    }
    if (const auto* type = known->get<TypeObject>(); type != nullptr && type->type.is_record()) {
        return HostDtype(type->type, type->record_size);
    }
    return dtype_of(*known);
}

std::optional<std::vector<Extent>> host_shape(const HostValue& value) {
    const HostItems* items = value.items();
    if (items == nullptr) {
        const auto extent = value.array() == nullptr ? extent_of(value) : std::nullopt;
        return extent ? std::optional(std::vector{*extent}) : std::nullopt;
    }
    if (items->more != nullptr) {
        return std::nullopt;
    }
    std::vector<Extent> shape;
    for (const HostValue& item : items->items) {
        // Whatever it is, an extent is one integer.
        shape.push_back(extent_of(item).value_or(Extent::unknown()));
    }
    return shape;
}

char host_order(const HostArguments& args, std::size_t index, char otherwise) {
    const HostValue* order = args.get(index, "order");
    const auto* text = order != nullptr ? order->known<StringValue>() : nullptr;
    return text != nullptr && !text->text.empty() ? text->text[0] : otherwise;
}

namespace {

/// What nested lists are as an array, before anything is allocated.
struct NestedList {
    std::vector<Extent> shape{};
    std::vector<HostNumber> leaves{};
    const Unknown* why = nullptr;
    bool is_odd = false;
};

void add_leaf(NestedList& made, HostNumber number) {
    number.is_python = false;  // in an array a Python number counts as int64 or float64
    made.leaves.push_back(number);
}

NestedList nested_of(const HostValue& value, int depth);

/// A list of items that are all alike.
NestedList nested_items(const HostItems& list, int depth) {
    NestedList made;
    const bool has_more = list.more != nullptr;
    if (has_more && list.may_be_empty && list.items.empty()) {
        // Of none of them NumPy makes float64; so only floats are certain.
        const auto number = number_of(*list.more);
        made.is_odd = !number || number->type != float64;
    }
    std::vector<NestedList> parts;
    for (const HostValue& item : list.items) {
        parts.push_back(nested_of(item, depth + 1));
    }
    if (has_more) {
        parts.push_back(nested_of(*list.more, depth + 1));
    }
    for (const NestedList& part : parts) {
        made.why = made.why != nullptr ? made.why : part.why;
        made.is_odd = made.is_odd || part.is_odd || part.shape.size() != parts.front().shape.size();
        made.leaves.insert(made.leaves.end(), part.leaves.begin(), part.leaves.end());
    }
    made.shape = {has_more ? Extent::unknown() : Extent(std::int64_t(list.items.size()))};
    if (!parts.empty()) {
        made.shape.insert(made.shape.end(), parts[0].shape.begin(), parts[0].shape.end());
    }
    return made;
}

NestedList nested_of(const HostValue& value, int depth) {
    NestedList made;
    if (const auto number = number_of(value)) {
        add_leaf(made, *number);
        return made;
    }
    if (const HostArray* array = value.array(); array != nullptr && !array->is_device) {
        made.shape = array->memory.extents;
        made.why = array->spoiled ? &*array->spoiled : nullptr;
        add_leaf(made, {Type::scalar(array->dtype), false});
        return made;
    }
    if (const HostItems* list = value.items(); list != nullptr && depth < 32) {
        return nested_items(*list, depth);
    }
    made.why = value.why_unknown();
    made.is_odd = true;
    return made;
}

/// The dtype given, the one otherwise; nothing where one is given and not known.
std::optional<HostDtype> dtype_or(const HostArguments& args, std::size_t index,
                                  std::optional<HostDtype> otherwise) {
    const HostValue* dtype = args.get(index, "dtype");
    return dtype != nullptr ? host_dtype(*dtype) : otherwise;
}

HostResult made_of_shape(const HostArguments& args, const HostValue* shape,
                         std::optional<HostDtype> dtype, bool is_fortran) {
    if (shape == nullptr) {
        return std::nullopt;
    }
    if (const auto* why = shape->why_unknown()) {
        return HostValue{Value{*why}};
    }
    auto extents = host_shape(*shape);
    if (!extents) {
        return host_unknown("its shape is not known", args.range);
    }
    if (!dtype) {
        return host_unknown("its dtype is not known", args.range);
    }
    return host_array(*dtype, python::contiguous(std::move(*extents), bytes(*dtype), is_fortran));
}

HostResult made_like(std::string_view name, const HostArguments& args) {
    const HostValue* given = args.get(0, name == "full_like"    ? "a"
                                         : name == "empty_like" ? "prototype"
                                                                : "a");
    if (given == nullptr) {
        return std::nullopt;
    }
    const HostValue model = as_host_array(*given, args.range);
    const HostArray* array = model.array();
    if (array == nullptr) {
        return model;
    }
    const auto dtype = dtype_or(args, name == "full_like" ? 2 : 1, array->dtype);
    if (!dtype) {
        return host_unknown("its dtype is not known", args.range);
    }
    const char letter = host_order(args, name == "full_like" ? 3 : 2, 'K');
    const HostValue* shape = args.get(99, "shape");
    if (shape != nullptr) {
        return letter == 'F' || letter == 'C' ? made_of_shape(args, shape, dtype, letter == 'F')
                                              : host_unknown("its order is not known", args.range);
    }
    return host_array(*dtype,
                      python::ordered_as(letter, array->memory, array->item(), bytes(*dtype)));
}

HostResult arange(const HostArguments& args) {
    std::vector<HostNumber> operands;
    const bool has_start = args.positional.size() > 1 || args.get(99, "stop") != nullptr;
    for (const auto& [index, name] : {std::pair{0, "start"}, {1, "stop"}, {2, "step"}}) {
        if (const HostValue* one = args.get(std::size_t(index), name)) {
            if (const auto* why = one->why_unknown();
                why != nullptr && args.get(3, "dtype") == nullptr) {
                return HostValue{Value{*why}};
            }
            operands.push_back(number_of(*one).value_or(HostNumber{int64, false}));
        }
    }
    operands.push_back({int64, false});  // never less than int64
    for (HostNumber& one : operands) {
        one.is_python = false;
        one.type = one.type.is_bool() ? int64 : one.type;
    }
    const auto dtype = dtype_or(args, 3, promote_dtypes(operands));
    if (!dtype) {
        return host_unknown("its dtype is not known", args.range);
    }
    // How many there are: known where it is `arange(n)`.
    const HostValue* only = !has_start ? args.get(0, "start") : nullptr;
    const auto stop = only != nullptr ? extent_of(*only) : std::nullopt;
    return host_contiguous(
        *dtype, {stop ? derived(python::Rule::AtLeastZero, {*stop}) : Extent::unknown()});
}

HostResult spaced(std::string_view name, const HostArguments& args) {
    const HostValue* start = args.get(0, "start");
    const HostValue* stop = args.get(1, "stop");
    const auto a = start != nullptr ? number_of(*start) : std::nullopt;
    const auto b = stop != nullptr ? number_of(*stop) : std::nullopt;
    const bool is_plain = name == "linspace" && args.get(4, "retstep") == nullptr;
    if (!a || !b || (!is_plain && args.get(5, "dtype") != nullptr)) {
        return host_unknown("its dtype is not known", args.range);
    }
    const auto common = promote_dtypes({*a, *b, {float64, true}});
    const auto dtype = dtype_or(args, 5, name == "geomspace" ? std::nullopt : common);
    const HostValue* count = args.get(2, "num");
    const auto extent = count != nullptr ? extent_of(*count) : std::optional(Extent(50));
    return dtype ? HostResult(host_contiguous(*dtype, {extent.value_or(Extent::unknown())}))
                 : std::nullopt;
}

HostResult eye(std::string_view name, const HostArguments& args) {
    const bool is_eye = name == "eye";
    const HostValue* rows = args.get(0, is_eye ? "N" : "n");
    const HostValue* given = is_eye ? args.get(1, "M") : nullptr;
    const HostValue* columns = given != nullptr ? given : rows;
    const auto dtype = dtype_or(args, is_eye ? 3 : 1, Scalar::Float64);
    if (rows == nullptr) {
        return std::nullopt;
    }
    return made_of_shape(args, std::make_unique<HostValue>(host_tuple({*rows, *columns})).get(),
                         dtype, is_eye && host_order(args, 4, 'C') == 'F');
}

/// np.array, np.asarray and their kin: a copy, or the array itself.
HostResult converted(std::string_view name, const HostArguments& args) {
    const HostValue* given = args.get(0, name == "array" ? "object" : "a");
    if (given == nullptr) {
        return std::nullopt;
    }
    const HostValue model = as_host_array(*given, args.range);
    const HostArray* array = model.array();
    const HostValue* asked = args.get(1, "dtype");
    if (array == nullptr || (asked != nullptr && !host_dtype(*asked))) {
        return array == nullptr ? model : host_unknown("its dtype is not known", args.range);
    }
    if (array->is_device) {
        return host_unknown("NumPy copies an array of the device", args.range);
    }
    const HostDtype dtype = asked != nullptr ? *host_dtype(*asked) : array->dtype;
    const bool is_c = name == "ascontiguousarray", is_f = name == "asfortranarray";
    const char order = is_c ? 'C' : is_f ? 'F' : host_order(args, name == "array" ? 3 : 2, 'K');
    const HostValue* copy = args.get(99, "copy");
    const auto* copies = copy != nullptr ? copy->get<Value>() : nullptr;
    if (args.get(99, "ndmin") != nullptr || (copy != nullptr && copies == nullptr)) {
        return std::nullopt;
    }
    const bool may_keep = name != "array" || (copies != nullptr && truth(*copies) == false);
    using enum python::Tri;
    const auto fits = order == 'C' || order == 'F'
                          ? python::is_contiguous(array->memory, array->item(), order == 'F')
                          : Yes;
    const bool is_grown = (is_c || is_f) && array->rank() == 0;
    if (is_grown) {
        return host_contiguous(dtype, {1});
    }
    if (may_keep && dtype == array->dtype && fits != No) {
        if (fits == Yes) {
            return model;
        }
        if (array->is_readonly) {
            return host_unknown("nobody knows whether it is copied", args.range);
        }
    }
    return host_array(dtype, python::ordered_as(order, array->memory, array->item(), bytes(dtype)));
}

HostResult full(const HostArguments& args) {
    const HostValue* fill = args.get(1, "fill_value");
    const HostValue model = fill != nullptr ? as_host_array(*fill, args.range)
                                            : host_unknown("its dtype is not known", args.range);
    const HostArray* array = model.array();
    const auto dtype =
        dtype_or(args, 2, array != nullptr ? std::optional(array->dtype) : std::nullopt);
    if (!dtype && model.why_unknown() != nullptr) {
        return model;
    }
    return made_of_shape(args, args.get(0, "shape"), dtype, host_order(args, 3, 'C') == 'F');
}

}  // namespace

HostValue as_host_array(const HostValue& value, Range range) {
    if (value.array() != nullptr || value.why_unknown() != nullptr) {
        return value;
    }
    const NestedList nested = nested_of(value, 0);
    if (nested.why != nullptr) {
        return {Value{*nested.why}};
    }
    if (nested.is_odd) {
        return host_unknown("its items are not all numbers", range);
    }
    const auto dtype =
        nested.leaves.empty() ? std::optional(Scalar::Float64) : promote_dtypes(nested.leaves);
    return host_contiguous(*dtype, nested.shape);
}

HostResult call_host_creation(std::string_view name, const HostArguments& args) {
    if (name == "zeros" || name == "ones" || name == "empty") {
        return made_of_shape(args, args.get(0, "shape"), dtype_or(args, 1, Scalar::Float64),
                             host_order(args, 2, 'C') == 'F');
    }
    if (name == "full") {
        return full(args);
    }
    if (name == "ndarray" || name == "recarray") {
        return args.positional.size() + args.named.size() <= 2
                   ? made_of_shape(args, args.get(0, "shape"), dtype_or(args, 1, Scalar::Float64),
                                   false)
                   : std::nullopt;
    }
    if (name == "zeros_like" || name == "ones_like" || name == "empty_like" ||
        name == "full_like") {
        return made_like(name, args);
    }
    if (name == "arange") {
        return arange(args);
    }
    if (name == "linspace" || name == "logspace" || name == "geomspace") {
        return spaced(name, args);
    }
    if (name == "eye" || name == "identity") {
        return eye(name, args);
    }
    if (name == "array" || name == "asarray" || name == "ascontiguousarray" ||
        name == "asfortranarray" || name == "asanyarray") {
        return converted(name, args);
    }
    return std::nullopt;
}

}  // namespace pycu::sema
