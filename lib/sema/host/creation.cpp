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

namespace {

/// -1 is "whatever is left" in a reshape.
std::int64_t clamped_shape(std::int64_t extent) {
    return extent == -1 ? -1 : clamped_extent(extent);
}

}  // namespace

std::optional<std::array<std::vector<std::int64_t>, world_count>> host_shape(
    const HostValue& value) {
    std::array<std::vector<std::int64_t>, world_count> shape;
    if (value.array() != nullptr) {
        return std::nullopt;
    }
    const HostItems* items = value.items();
    if (items == nullptr) {
        const auto samples = samples_of(value);
        if (!samples) {
            return std::nullopt;
        }
        for (std::size_t w = 0; w < world_count; ++w) {
            shape[w] = {clamped_shape((*samples)[w])};
        }
        return shape;
    }
    if (items->more != nullptr) {
        return std::nullopt;
    }
    for (std::uint32_t axis = 0; axis < items->items.size(); ++axis) {
        const HostValue& item = items->items[axis];
        // Whatever it is, an extent is one integer.
        const Samples samples = samples_of(item).value_or(unknown_samples(axis + 3));
        for (std::size_t w = 0; w < world_count; ++w) {
            shape[w].push_back(clamped_shape(samples[w]));
        }
    }
    return shape;
}

namespace {

using Shapes = std::array<std::vector<std::int64_t>, world_count>;

/// What nested lists are as an array, before anything is allocated.
struct NestedList {
    Shapes shape{};
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
        made.is_odd =
            made.is_odd || part.is_odd || part.shape[0].size() != parts.front().shape[0].size();
        made.leaves.insert(made.leaves.end(), part.leaves.begin(), part.leaves.end());
    }
    for (std::size_t w = 0; w < world_count; ++w) {
        const auto count =
            has_more ? unknown_samples(std::uint32_t(depth))[w] : std::int64_t(list.items.size());
        made.shape[w] = {count};
        if (!parts.empty()) {
            made.shape[w].insert(made.shape[w].end(), parts[0].shape[w].begin(),
                                 parts[0].shape[w].end());
        }
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
        for (std::size_t w = 0; w < world_count; ++w) {
            made.shape[w] = array->worlds[w].shape;
        }
        made.why = array->spoiled ? &*array->spoiled : nullptr;
        add_leaf(made, {Type::scalar(array->dtype), false, {}});
        return made;
    }
    if (const HostItems* list = value.items(); list != nullptr && depth < 32) {
        return nested_items(*list, depth);
    }
    made.why = value.why_unknown();
    made.is_odd = true;
    return made;
}

bool is_fortran_order(const HostArguments& args, std::size_t index) {
    const HostValue* order = args.get(index, "order");
    const auto* text = order != nullptr ? order->known<StringValue>() : nullptr;
    return text != nullptr && text->text == "F";
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
    const auto shapes = host_shape(*shape);
    if (!shapes) {
        return host_unknown("its shape is not known", args.range);
    }
    if (!dtype) {
        return host_unknown("its dtype is not known", args.range);
    }
    return host_array(*dtype, each_world([&](std::size_t w) {
        return contiguous((*shapes)[w], bytes(*dtype), is_fortran);
    }));
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
    const HostValue* order = args.get(name == "full_like" ? 3 : 2, "order");
    const auto* text = order != nullptr ? order->known<StringValue>() : nullptr;
    const char letter = text != nullptr && !text->text.empty() ? text->text[0] : 'K';
    const HostValue* shape = args.get(99, "shape");
    if (shape != nullptr) {
        return letter == 'F' || letter == 'C' ? made_of_shape(args, shape, dtype, letter == 'F')
                                              : host_unknown("its order is not known", args.range);
    }
    return host_array(*dtype, each_world([&](std::size_t w) {
        const Strided& world = array->worlds[w];
        const bool is_f = letter == 'F' || (letter == 'A' && array->layout() == Layout::F);
        return letter == 'K' ? like_order(world, array->item(), bytes(*dtype))
                             : contiguous(world.shape, bytes(*dtype), is_f);
    }));
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
            operands.push_back(number_of(*one).value_or(HostNumber{int64, false, {}}));
        }
    }
    operands.push_back({int64, false, {}});  // never less than int64
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
    const auto counts = only != nullptr ? samples_of(*only) : std::nullopt;
    const Samples count = counts.value_or(unknown_samples(args.seed()));
    return host_array(
        *dtype, each_world([&](std::size_t w) { return contiguous({count[w]}, bytes(*dtype)); }));
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
    const auto common = promote_dtypes({*a, *b, {float64, true, {}}});
    const auto dtype = dtype_or(args, 5, name == "geomspace" ? std::nullopt : common);
    const HostValue* count = args.get(2, "num");
    const auto counts = count != nullptr ? samples_of(*count) : samples_of({python_int(50)});
    if (!dtype) {
        return std::nullopt;
    }
    const Samples extent = counts.value_or(unknown_samples(args.seed()));
    return host_array(
        *dtype, each_world([&](std::size_t w) { return contiguous({extent[w]}, bytes(*dtype)); }));
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
                         dtype, is_eye && is_fortran_order(args, 4));
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
    const HostValue* order_given = args.get(name == "array" ? 3 : 2, "order");
    const auto* text = order_given != nullptr ? order_given->known<StringValue>() : nullptr;
    char order = text != nullptr && !text->text.empty() ? text->text[0] : 'K';
    const bool is_c = name == "ascontiguousarray", is_f = name == "asfortranarray";
    order = is_c ? 'C' : is_f ? 'F' : order;
    const HostValue* copy = args.get(99, "copy");
    const auto* copies = copy != nullptr ? copy->get<Value>() : nullptr;
    if (args.get(99, "ndmin") != nullptr || (copy != nullptr && copies == nullptr)) {
        return std::nullopt;
    }
    const bool may_keep = name != "array" || (copies != nullptr && truth(*copies) == false);
    const Layout layout = array->layout();
    const bool fits = order == 'K' || order == 'A' || (order == 'C' && layout == Layout::C) ||
                      (order == 'F' && std::ranges::all_of(array->worlds, [&](const Strided& one) {
                           return is_f_contiguous(one, array->item());
                       }));
    const bool is_grown = (is_c || is_f) && array->rank() == 0;
    if (may_keep && dtype == array->dtype && fits && !is_grown) {
        return model;
    }
    return host_array(dtype, each_world([&](std::size_t w) {
                          std::vector<std::int64_t> shape = array->worlds[w].shape;
                          if (is_grown) {
                              shape = {1};
                          }
                          return order == 'K' && !is_grown
                                     ? like_order(array->worlds[w], array->item(), bytes(dtype))
                                     : contiguous(
                                           shape, bytes(dtype),
                                           order == 'F' || (order == 'A' && layout == Layout::F));
                      }));
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
    return made_of_shape(args, args.get(0, "shape"), dtype, is_fortran_order(args, 3));
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
    return host_array(*dtype, each_world([&](std::size_t w) {
        return contiguous(nested.shape[w], bytes(*dtype));
    }));
}

HostResult call_host_creation(std::string_view name, const HostArguments& args) {
    if (name == "zeros" || name == "ones" || name == "empty") {
        return made_of_shape(args, args.get(0, "shape"), dtype_or(args, 1, Scalar::Float64),
                             is_fortran_order(args, 2));
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
