// What CuPy does, told by what NumPy does. See cupy.h.
#include "values/cupy.h"

#include <algorithm>

#include "api/functions.h"

namespace pycu::sema {

namespace {

constexpr std::string_view numpy = "numpy.";

/// Nesting to which items of lists are looked at: `cp.stack([a, b])`.
constexpr int max_depth = 4;

bool has_array(const Value& value, int depth) {
    if (const HostArray* array = value.array()) {
        return array->is_cupy;
    }
    const HostItems* items = depth < max_depth ? value.items() : nullptr;
    return items != nullptr && std::ranges::any_of(items->items, [&](const Value& item) {
               return has_array(item, depth + 1);
           });
}

/// The value with arrays of the host in place of CuPy's; their elements are not followed.
Value on_host(const Value& value, int depth) {
    if (const HostArray* array = value.array(); array != nullptr && array->is_cupy) {
        HostArrayRef made = alike(*array);
        made->is_device = made->is_cupy = made->is_cupy_alone = false;
        return {std::move(made)};
    }
    if (!has_array(value, depth)) {
        return value;
    }
    HostItems made = *value.items();
    for (Value& item : made.items) {
        item = on_host(item, depth + 1);
    }
    return host_items(std::move(made));
}

Value in_cupy(const Value& value, bool is_alone) {
    const HostArray* array = value.array();
    HostArrayRef made;
    if (array != nullptr && !array->spoiled) {
        made = alike(*array);
    } else if (const auto number = number_of(value); number && number->type.is_scalar()) {
        const Value zero = host_contiguous(number->type.element(), {});
        made = alike(*zero.array());
    } else if (const HostItems* items = value.items(); items != nullptr && !items->is_dict) {
        HostItems all = *items;
        for (Value& item : all.items) {
            item = in_cupy(item, is_alone);
        }
        return host_items(std::move(all));
    } else {
        return value;
    }
    made->is_device = made->is_cupy = true;
    made->is_cupy_alone = is_alone;
    made->is_readonly = made->may_be_readonly = false;
    return {std::move(made)};
}

CallArguments on_host(const CallArguments& args) {
    CallArguments made = args;
    for (Value& one : made.positional) {
        one = on_host(one, 0);
    }
    for (auto& [name, value] : made.named) {
        value = on_host(value, 0);
    }
    return made;
}

/// Whether all arrays of CuPy's among the values are that for certain.
bool are_alone(const std::vector<Value>& values) {
    return std::ranges::all_of(values, [](const Value& one) {
        return !has_array(one, 0) || (one.array() != nullptr && one.array()->is_cupy_alone);
    });
}

/// What gives numbers and other values of the host, by NumPy's name.
bool stays_on_host(std::string_view path) {
    constexpr std::string_view names[] = {
        "can_cast",   "dtype",         "finfo",           "iinfo",        "isscalar",
        "issubdtype", "itemsize",      "min_scalar_type", "ndarray.item", "ndarray.tolist",
        "ndim",       "promote_types", "result_type",     "shape",        "size"};
    return std::ranges::find(names, path.substr(numpy.size())) != std::end(names);
}

/// What a function of NumPy has made of arrays of the host, as CuPy makes it.
HostResult back_in_cupy(std::string_view path, const HostResult& made, bool is_alone) {
    return made && !stays_on_host(path) ? HostResult(in_cupy(*made, is_alone)) : made;
}

}  // namespace

bool is_of_cupy(std::string_view path) {
    const std::string_view head = path.substr(0, path.find('.'));
    return head == "cupy" || head == cupy_or_numpy;
}

std::string in_numpy_of_cupy(std::string_view path) {
    const std::size_t head = is_of_cupy(path) ? std::min(path.find('.'), path.size()) : 0;
    return head == 0 ? std::string(path) : "numpy" + std::string(path.substr(head));
}

bool has_cupy_array(const Value& value) {
    return has_array(value, 0);
}

bool has_cupy_array(const CallArguments& args) {
    const auto is_one = [](const auto& pair) { return has_cupy_array(pair.second); };
    return std::ranges::any_of(args.positional,
                               [](const Value& one) { return has_cupy_array(one); }) ||
           std::ranges::any_of(args.named, is_one);
}

HostResult computed_in_cupy(std::string_view path, const CallArguments& args,
                            const std::function<HostResult(const CallArguments&)>& compute) {
    const HostResult made = compute(on_host(args));
    return back_in_cupy(path, made, are_alone(args.all()));
}

Value computed_in_cupy(const std::vector<Value>& operands,
                       const std::function<Value(const std::vector<Value>&)>& compute) {
    std::vector<Value> all = operands;
    for (Value& one : all) {
        one = on_host(one, 0);
    }
    return in_cupy(compute(all), are_alone(operands));
}

HostResult call_cupy(std::string_view whole, const CallArguments& args) {
    const std::size_t dot = whole.find('.');
    const std::string_view name = whole.substr(dot + 1);
    const bool is_alone = whole.substr(0, dot) != cupy_or_numpy;
    if (name == "asnumpy") {
        return args.positional.size() == 1 ? call_host_function("numpy.array", on_host(args))
                                           : std::nullopt;
    }
    CallArguments given = args;
    std::optional<Scalar> dtype;
    const auto has_dtype = [](const auto& pair) { return pair.first == "dtype"; };
    const auto named = std::ranges::find_if(given.named, has_dtype);
    // NumPy's older functions of random numbers take no dtype.
    if (name.starts_with("random.") && named != given.named.end()) {
        dtype = dtype_of(named->second);
        if (!dtype) {
            return std::nullopt;
        }
        given.named.erase(named);
    }
    const std::string path = std::string(numpy) + std::string(name);
    const HostResult made = back_in_cupy(path, call_host_function(path, on_host(given)),
                                         is_alone && are_alone(given.all()));
    const HostArray* array = made && dtype ? made->array() : nullptr;
    if (array == nullptr) {
        return made;
    }
    const Value typed = host_contiguous(*dtype, array->memory.extents, true);
    HostArrayRef result = alike(*typed.array());
    result->is_cupy = true;
    result->is_cupy_alone = array->is_cupy_alone;
    return Value{std::move(result)};
}

}  // namespace pycu::sema
