// What may be None. See or_none.h.
#include "values/or_none.h"

#include <algorithm>

#include "values/array_parts.h"
#include "values/host_values.h"

namespace pycu::sema {

namespace {

/// What fails where its first argument is None. NumPy's functions make an array of it.
constexpr std::string_view failing[] = {"builtins.abs",
                                        "builtins.enumerate",
                                        "builtins.float",
                                        "builtins.int",
                                        "builtins.iter",
                                        "builtins.len",
                                        "builtins.list",
                                        "builtins.max",
                                        "builtins.min",
                                        "builtins.next",
                                        "builtins.range",
                                        "builtins.reversed",
                                        "builtins.sorted",
                                        "builtins.sum",
                                        "builtins.tuple",
                                        "builtins.zip",
                                        "numba.cuda.as_cuda_array",
                                        "numba.cuda.device_array_like",
                                        "numba.cuda.to_device"};

}  // namespace

std::optional<Value> beside_none(const Value& other, Range range) {
    const HostItems* items = other.items();
    const HostPart* part = other.part();
    const bool is_one = other.is<HostArrayRef>() || other.is<HostObject>() ||
                        other.is<FunctionRef>() || (items != nullptr && !items->is_slice) ||
                        (part != nullptr && part->kind == PartKind::Array);
    if (!is_one) {
        return std::nullopt;
    }
    Value made = part != nullptr ? other : with_why(other, Unknown{why_or_none, range});
    made.or_none = true;
    return made;
}

Value but_none(Value value) {
    value.or_none = false;
    return value;
}

Value without_none(const Value& value) {
    return value.or_none ? Value{value.why != nullptr ? *value.why : Unknown{why_or_none, {}}}
                         : value;
}

Value index_without_none(const Value& index) {
    const HostItems* items = index.items();
    if (index.or_none || items == nullptr ||
        std::ranges::none_of(items->items, [](const Value& one) { return one.or_none; })) {
        return without_none(index);
    }
    HostItems made = *items;
    for (Value& item : made.items) {
        item = without_none(item);
    }
    return host_items(std::move(made));
}

CallArguments without_none(std::string_view path, CallArguments args) {
    const bool fails = std::ranges::count(failing, path) > 0;
    for (std::size_t i = 0; i < args.positional.size(); ++i) {
        Value& one = args.positional[i];
        one = fails && i == 0 ? but_none(one) : without_none(one);
    }
    for (auto& named : args.named) {
        named.second = without_none(named.second);
    }
    return args;
}

}  // namespace pycu::sema
