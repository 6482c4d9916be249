// NumPy's functions that make arrays, numba.cuda's and CuPy's, on host values.
#include <algorithm>
#include <cmath>

#include "python/constants/arguments.h"
#include "python/constants/arrays.h"
#include "python/constants/numbers.h"
#include "python/host/calls.h"
#include "types/scalar.h"

namespace pycu::sema {

std::optional<HostDtype> host_dtype(const Value& value) {
    if (const auto* type = value.get<TypeObject>(); type != nullptr && type->type.is_record()) {
        return HostDtype(type->type, type->record_size);
    }
    return dtype_of(value);
}

std::optional<std::vector<Extent>> host_shape(const Value& value) {
    const HostItems* items = value.items();
    if (items == nullptr) {
        const auto extent = value.array() == nullptr ? extent_of(value) : std::nullopt;
        return extent ? std::optional(std::vector{*extent}) : std::nullopt;
    }
    if (items->more != nullptr) {
        return std::nullopt;
    }
    std::vector<Extent> shape;
    for (const Value& item : items->items) {
        // Whatever it is, an extent is one integer.
        shape.push_back(extent_of(item).value_or(Extent::unknown()));
    }
    return shape;
}

char host_order(const CallArguments& args) {
    const Value* order = args.get("order");
    const auto* text = order != nullptr ? order->get<StringValue>() : nullptr;
    return order == nullptr ? 'K' : text != nullptr && !text->text.empty() ? text->text[0] : '?';
}

std::optional<HostDtype> dtype_or(const CallArguments& args, std::optional<HostDtype> otherwise) {
    return args.get("dtype") != nullptr ? host_dtype(args["dtype"]) : otherwise;
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

NestedList nested_of(const Value& value, int depth);

/// Whether nothing tells rows of a list apart.
bool fits(const std::vector<Extent>& a, const std::vector<Extent>& b) {
    return std::ranges::equal(
        a, b, [](const Extent& m, const Extent& n) { return m == n || !m.known() || !n.known(); });
}

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
    for (const Value& item : list.items) {
        parts.push_back(nested_of(item, depth + 1));
    }
    if (has_more) {
        parts.push_back(nested_of(*list.more, depth + 1));
    }
    for (const NestedList& part : parts) {
        made.why = made.why != nullptr ? made.why : part.why;
        made.is_odd = made.is_odd || part.is_odd || !fits(part.shape, parts.front().shape);
        made.leaves.insert(made.leaves.end(), part.leaves.begin(), part.leaves.end());
    }
    made.shape = {has_more ? Extent::unknown() : Extent(std::int64_t(list.items.size()))};
    if (!parts.empty()) {
        made.shape.insert(made.shape.end(), parts[0].shape.begin(), parts[0].shape.end());
    }
    return made;
}

NestedList nested_of(const Value& value, int depth) {
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
    made.why = value.get<Unknown>();
    made.is_odd = true;
    return made;
}

HostResult of_shape(const CallArguments& args, const Value& shape,
                    std::optional<HostDtype> natural) {
    if (const auto* why = shape.get<Unknown>()) {
        return Value{*why};
    }
    auto extents = host_shape(shape);
    if (!extents) {
        return unknown("its shape is not known", args.range);
    }
    const auto dtype = dtype_or(args, natural);
    if (!dtype) {
        return unknown("its dtype is not known", args.range);
    }
    const char order = host_order(args);
    return order == '?' ? unknown("its order is not known", args.range)
                        : host_array(*dtype, python::contiguous(std::move(*extents), bytes(*dtype),
                                                                order == 'F'));
}

/// np.zeros and its kin.
HostResult filled(const CallArguments& args) {
    return of_shape(args, args.first(), Scalar::Float64);
}

/// np.zeros_like and its kin.
HostResult filled_like(const CallArguments& args) {
    const Value model = as_host_array(args.first(), args.range);
    const HostArray* array = model.array();
    if (array == nullptr) {
        return model;
    }
    const auto dtype = dtype_or(args, array->dtype);
    if (!dtype) {
        return unknown("its dtype is not known", args.range);
    }
    const char order = host_order(args);
    const Value* shape = args.get("shape");
    if (order == '?' || (shape != nullptr && order != 'F' && order != 'C')) {
        return unknown("its order is not known", args.range);
    }
    return shape != nullptr
               ? of_shape(args, *shape, *dtype)
               : HostResult(host_array(*dtype, python::ordered_as(order, array->memory,
                                                                  array->item(), bytes(*dtype))));
}

/// How many numbers np.arange makes: known where its limits are, and where it is `arange(n)`.
Extent arange_count(const CallArguments& args) {
    const auto limits = arange_limits(args);
    if (!limits) {
        const auto stop = args.get("stop") == nullptr ? extent_of(args["start"]) : std::nullopt;
        return stop ? derived(python::Rule::AtLeastZero, {*stop}) : Extent::unknown();
    }
    const double start = *as_double((*limits)[0]), stop = *as_double((*limits)[1]);
    const double count = std::ceil((stop - start) / *as_double((*limits)[2]));
    const bool is_exact = std::fabs(start) < 0x1p53 && std::fabs(stop) < 0x1p53;
    return is_exact && std::fabs(count) < 0x1p53
               ? Extent(std::max<std::int64_t>(0, std::int64_t(count)))
               : Extent::unknown();
}

HostResult arange(const CallArguments& args) {
    std::vector<HostNumber> operands;
    for (const std::string_view name : {"start", "stop", "step"}) {
        if (const Value* one = args.get(name)) {
            if (const auto* why = one->get<Unknown>();
                why != nullptr && args.get("dtype") == nullptr) {
                return Value{*why};
            }
            operands.push_back(number_of(*one).value_or(HostNumber{int64, false}));
        }
    }
    operands.push_back({int64, false});  // never less than int64
    for (HostNumber& one : operands) {
        one.is_python = false;
        one.type = one.type.is_bool() ? int64 : one.type;
    }
    const auto dtype = dtype_or(args, promote_dtypes(operands));
    if (!dtype) {
        return unknown("its dtype is not known", args.range);
    }
    return host_contiguous(*dtype, {arange_count(args)});
}

HostResult spaced(const CallArguments& args) {
    const auto a = number_of(args["start"]), b = number_of(args["stop"]);
    const auto dtype =
        a && b ? dtype_or(args, promote_dtypes({*a, *b, {float64, true}})) : std::nullopt;
    if (!dtype) {
        return unknown("its dtype is not known", args.range);
    }
    return host_contiguous(*dtype, {extent_of(args["num"]).value_or(Extent::unknown())});
}

/// np.eye and np.identity.
HostResult eye(const CallArguments& args) {
    const Value& columns = args.get("M") != nullptr ? args["M"] : args.first();
    return of_shape(args, host_tuple({args.first(), columns}), Scalar::Float64);
}

/// np.array, np.asarray and their kin: a copy in an order, or the array itself.
HostResult converted(const CallArguments& args, char order, bool may_keep) {
    const Value model = as_host_array(args.first(), args.range);
    const HostArray* array = model.array();
    if (array == nullptr) {
        return model;
    }
    const auto dtype = dtype_or(args, array->dtype);
    if (!dtype || order == '?') {
        return unknown(!dtype ? "its dtype is not known" : "its order is not known", args.range);
    }
    if (array->is_device) {
        return unknown("NumPy copies an array of the device", args.range);
    }
    using enum python::Tri;
    const auto fits = order == 'C' || order == 'F'
                          ? python::is_contiguous(array->memory, array->item(), order == 'F')
                          : Yes;
    const bool may_be_view = may_keep && *dtype == array->dtype && fits != No;
    if (may_be_view && fits == Yes) {
        return model;
    }
    if (may_be_view && array->is_readonly) {
        return unknown("nobody knows whether it is copied", args.range);
    }
    Value made =
        host_array(*dtype, python::ordered_as(order, array->memory, array->item(), bytes(*dtype)));
    if (may_be_view) {
        std::get<HostArrayRef>(made.as)->base = std::get<HostArrayRef>(model.as);
    }
    return made;
}

HostResult array(const CallArguments& args) {
    return args.get("copy") != nullptr
               ? converted(args, host_order(args), truth(args["copy"]) == false)
               : std::nullopt;
}

HostResult as_array(const CallArguments& args) {
    return args.get("copy") == nullptr ? converted(args, host_order(args), true) : std::nullopt;
}

/// np.ascontiguousarray and np.asfortranarray, which make an array of one dimension of a number.
template <char order>
HostResult in_order(const CallArguments& args) {
    HostResult made = converted(args, order, true);
    const HostArray* array = made ? made->array() : nullptr;
    return array != nullptr && array->rank() == 0 ? host_contiguous(array->dtype, {1}) : made;
}

HostResult full(const CallArguments& args) {
    const Value model = as_host_array(args["fill_value"], args.range);
    const HostArray* array = model.array();
    if (array == nullptr && args.get("dtype") == nullptr) {
        return model;
    }
    return of_shape(args, args["shape"],
                    array != nullptr ? std::optional(array->dtype) : std::nullopt);
}

/// The array on the device, or in pinned memory of the host.
HostResult moved(const Value& value, bool is_device) {
    const HostArray* array = value.array();
    if (array == nullptr || array->spoiled) {
        return value;
    }
    auto made = alike(*array);
    made->is_device = is_device;
    made->is_readonly = false;
    return Value{std::move(made)};
}

/// cuda.to_device and cuda.as_cuda_array.
HostResult on_device(const CallArguments& args) {
    if (const Value* to = args.get("to")) {
        return *to;
    }
    return moved(as_host_array(args.first(), args.range), true);
}

/// cuda.device_array and its kin.
template <bool is_device>
HostResult allocated(const CallArguments& args) {
    const auto made = args.get("strides") == nullptr ? filled(args) : std::nullopt;
    return made ? moved(*made, is_device) : std::nullopt;
}

template <bool is_device>
HostResult allocated_like(const CallArguments& args) {
    const HostArray* model = args.first().array();
    if (model == nullptr) {
        return args.first();
    }
    auto made = alike(*model);
    made->memory = python::ordered_as('K', made->memory, made->item(), made->item());
    return moved({HostArrayRef(std::move(made))}, is_device);
}

/// CuPy's zeros_like and its kin.
HostResult like_on_device(const CallArguments& args) {
    const auto made = filled_like(args);
    return made ? moved(*made, true) : std::nullopt;
}

/// cuda.In and its kin.
HostResult argument(const CallArguments& args) {
    return args.first();
}

HostResult nothing(const CallArguments& /*args*/) {
    return Value{NoneValue{}};
}

/// The states of `n` generators, on the device.
HostResult generators(const CallArguments& args) {
    const HostDtype state(Type::random_state(), 16);
    return moved(host_contiguous(state, {extent_of(args.first()).value_or(Extent::unknown())}),
                 true);
}

constexpr Typed creations[] = {
#define PYCU_CREATION(name, parameters, types, ...) {name, types},
#define PYCU_CUDA(name, parameters, types) {name, types},
#include "api/rows.def"
};

}  // namespace

std::optional<std::vector<Value>> arange_limits(const CallArguments& args) {
    std::vector<Value> limits;
    for (const std::string_view name : {"start", "stop", "step"}) {
        if (const Value* one = args.get(name)) {
            limits.push_back(plain(*one));
        }
    }
    if (args.get("stop") == nullptr) {
        limits.insert(limits.begin(), python_int(0));
    }
    return limits.size() == 3 && std::ranges::all_of(limits, is_number) ? std::optional(limits)
                                                                        : std::nullopt;
}

Value as_host_array(const Value& value, Range range) {
    if (value.array() != nullptr || value.is_unknown()) {
        return value;
    }
    const NestedList nested = nested_of(value, 0);
    if (nested.why != nullptr) {
        return {Value{*nested.why}};
    }
    if (nested.is_odd) {
        return unknown("its items are not all numbers", range);
    }
    const auto dtype =
        nested.leaves.empty() ? std::optional(Scalar::Float64) : promote_dtypes(nested.leaves);
    return host_contiguous(*dtype, nested.shape);
}

std::span<const Typed> creation_rows() {
    return creations;
}

}  // namespace pycu::sema
