// NumPy's functions on host values, those of shapes among them.
#include <algorithm>
#include <numeric>

#include "sema/constants/numbers.h"
#include "sema/host/calls.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

HostResult fresh_vector(Scalar dtype) {
    return host_contiguous(dtype, {Extent::unknown()});
}

/// The arrays of a list or a tuple, by their dtypes and shapes.
std::optional<std::vector<HostArrayRef>> arrays_of(const HostValue* value, Range range) {
    const HostItems* items = value != nullptr ? value->items() : nullptr;
    if (items == nullptr || items->more != nullptr || items->items.empty()) {
        return std::nullopt;
    }
    std::vector<HostArrayRef> arrays;
    for (const HostValue& item : items->items) {
        const HostValue model = as_host_array(item, range);
        const auto* array = model.get<HostArrayRef>();
        if (array == nullptr || (*array)->is_device || (*array)->spoiled) {
            return std::nullopt;
        }
        arrays.push_back(*array);
    }
    return arrays;
}

Scalar common_dtype(const std::vector<HostArrayRef>& arrays) {
    std::vector<HostNumber> numbers;
    for (const HostArrayRef& one : arrays) {
        numbers.push_back({Type::scalar(one->dtype), false});
    }
    return *promote_dtypes(numbers);
}

/// Arrays put behind each other: certain where all of them are in C order.
HostResult joined(std::string_view name, const HostArguments& args) {
    const auto arrays = arrays_of(
        args.get(0, name == "concatenate" || name == "stack" ? "arrays" : "tup"), args.range);
    if (!arrays || args.get(99, "out") != nullptr || args.get(99, "dtype") != nullptr) {
        return std::nullopt;
    }
    const std::size_t rank = arrays->front()->rank();
    for (const HostArrayRef& one : *arrays) {
        if (one->rank() != rank || (rank > 1 && one->layout() != Layout::C)) {
            return std::nullopt;
        }
    }
    std::size_t made = rank;
    if (name == "stack") {
        const HostValue* axis = args.get(1, "axis");
        const auto at = axis != nullptr ? extent_of(*axis) : std::optional(Extent(0));
        if (!at || !at->is(0)) {
            return std::nullopt;
        }
        made = rank + 1;
    } else if (name == "vstack" || name == "column_stack" || name == "dstack") {
        if (name == "dstack" || rank == 0) {
            return std::nullopt;
        }
        made = std::max<std::size_t>(rank, 2);
    } else if (rank == 0) {
        return std::nullopt;
    }
    const Scalar dtype = common_dtype(*arrays);
    std::vector<Extent> extents;
    for (std::size_t axis = 0; axis < made; ++axis) {
        extents.push_back(Extent::unknown());
    }
    return host_contiguous(dtype, std::move(extents));
}

HostResult swapped_axes(const HostArguments& args) {
    const auto* array = args.positional[0].get<HostArrayRef>();
    if (array == nullptr || (*array)->is_device) {
        return std::nullopt;
    }
    std::vector<std::size_t> order((*array)->rank());
    std::iota(order.begin(), order.end(), 0);
    std::vector<std::size_t> at;
    for (const auto& [index, key] : {std::pair{1, "axis1"}, {2, "axis2"}}) {
        const HostValue* axis = args.get(std::size_t(index), key);
        const auto one = axis != nullptr ? extent_of(*axis) : std::nullopt;
        const auto place =
            one && one->known() ? python::item_place(*one->known(), order.size()) : std::nullopt;
        if (!place) {
            return std::nullopt;
        }
        at.push_back(*place);
    }
    std::swap(order[at[0]], order[at[1]]);
    auto made = std::make_shared<HostArray>(**array);
    made->memory = python::transposed((*array)->memory, order);
    return HostValue{std::move(made)};
}

HostResult broadcast(const HostArguments& args) {
    const HostValue model = as_host_array(args.positional[0], args.range);
    const HostArray* array = model.array();
    const HostValue* shape = args.get(1, "shape");
    const auto extents = shape != nullptr ? host_shape(*shape) : std::nullopt;
    if (array == nullptr || array->is_device || !extents || args.get(2, "subok") != nullptr) {
        return std::nullopt;
    }
    auto memory = python::broadcast_to(array->memory, *extents);
    if (!memory) {
        return std::nullopt;
    }
    auto made = std::make_shared<HostArray>(*array);
    made->is_readonly = true;
    made->memory = std::move(*memory);
    return HostValue{std::move(made)};
}

/// Functions whose result is one contiguous row of numbers.
HostResult row(std::string_view name, const HostArguments& args) {
    const HostValue model = as_host_array(args.positional[0], args.range);
    const HostArray* array = model.array();
    if (array == nullptr) {
        return model;
    }
    if (array->is_device) {
        return std::nullopt;
    }
    const std::size_t given = args.positional.size() + args.named.size();
    if (name == "bincount" && given == 1) {
        return fresh_vector(Scalar::Int64);
    }
    if ((name == "unique" && given == 1) || (name == "repeat" && given == 2) ||
        (name == "append" && given == 2 && array->rank() == 1)) {
        std::optional<Scalar> dtype = array->dtype;
        if (name == "append") {
            const HostValue more = as_host_array(args.positional[1], args.range);
            if (more.array() == nullptr) {
                return more;
            }
            dtype = promote_dtypes(
                {{Type::scalar(*dtype), false}, {Type::scalar(more.array()->dtype), false}});
        }
        return fresh_vector(*dtype);
    }
    if (name == "diff" && given == 1 && array->rank() == 1 && array->dtype != Scalar::Bool) {
        return fresh_vector(array->dtype);
    }
    if ((name == "sort" || name == "argsort" || name == "roll" || name == "tile") &&
        array->rank() == 1) {
        const HostValue* times = args.get(1, "reps");
        if (name == "tile" && (times == nullptr || !extent_of(*times))) {
            return std::nullopt;
        }
        return fresh_vector(name == "argsort" ? Scalar::Int64 : array->dtype.scalar);
    }
    return std::nullopt;
}

/// Functions that do what a method does.
HostResult as_method(std::string_view name, const HostArguments& args) {
    const HostValue model = as_host_array(args.positional[0], args.range);
    const auto* array = model.get<HostArrayRef>();
    if (array == nullptr) {
        return model;
    }
    HostArguments rest = args;
    rest.positional.erase(rest.positional.begin());
    if (name == "copy") {
        if ((*array)->is_device) {
            return std::nullopt;
        }
        if (rest.positional.empty() && rest.named.empty()) {
            rest.named.emplace_back("order", HostValue{Value{StringValue{"K"}}});
        }
    }
    const bool is_device = (*array)->is_device;
    return is_device ? std::nullopt : call_host_array_method(*array, name, rest);
}

}  // namespace

HostResult call_host_numpy(std::string_view name, const HostArguments& args) {
    if (auto made = call_host_creation(name, args)) {
        return made;
    }
    if (name == "dtype" && args.positional.size() == 1) {
        const auto scalar = host_dtype(args.positional[0]);
        return scalar ? HostResult(HostValue{
                            Value{TypeObject{Type::scalar(*scalar), TypeObject::Kind::Dtype}}})
                      : std::nullopt;
    }
    if (args.positional.empty()) {
        return is_one_of(name, {"concatenate", "stack", "vstack", "hstack"}) ? joined(name, args)
                                                                             : std::nullopt;
    }
    if (is_one_of(name, {"concatenate", "stack", "vstack", "hstack", "column_stack", "dstack"})) {
        return joined(name, args);
    }
    if (name == "swapaxes") {
        return swapped_axes(args);
    }
    if (name == "broadcast_to") {
        return broadcast(args);
    }
    if (is_one_of(name, {"reshape", "transpose", "ravel", "squeeze", "copy"})) {
        return as_method(name, args);
    }
    if (name == "dot" && args.positional.size() == 2) {
        const HostValue& a = args.positional[0];
        const HostValue& b = args.positional[1];
        const bool are_arrays = a.array() != nullptr && b.array() != nullptr;
        return host_binary(are_arrays ? syntax::Operator::MatMult : syntax::Operator::Mult, a, b,
                           args.range);
    }
    if (name == "round" || name == "around") {
        const auto* array = args.positional[0].get<HostArrayRef>();
        return array != nullptr && (*array)->dtype != Scalar::Bool
                   ? HostResult(
                         apply_elementwise({args.positional[0]}, (*array)->dtype, args.range))
                   : std::nullopt;
    }
    if (name == "count_nonzero" && args.positional.size() == 1 && args.named.empty()) {
        return host_integer();
    }
    if (name == "size" && args.positional.size() == 1) {
        const auto* array = args.positional[0].get<HostArrayRef>();
        return array != nullptr ? host_array_attribute(*array, "size", args.range) : std::nullopt;
    }
    if (auto made = row(name, args)) {
        return made;
    }
    return call_host_ufunc(name, args);
}

}  // namespace pycu::sema
