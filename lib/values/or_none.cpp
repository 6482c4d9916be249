// What may be None. See or_none.h.
#include "values/or_none.h"

#include <algorithm>

#include "api/functions.h"
#include "api/parameters.h"
#include "values/arguments.h"
#include "values/array_parts.h"
#include "values/host_values.h"

namespace pycu::sema {

namespace {

/// Builtins that fail on None.
constexpr std::string_view builtins[] = {
    "abs", "enumerate", "float", "int",      "iter",   "len", "list",  "max",
    "min", "next",      "range", "reversed", "sorted", "sum", "tuple", "zip"};

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
    constexpr std::string_view of_python = "builtins.";
    std::vector<std::string_view> names;
    for (const auto& named : args.named) {
        names.push_back(named.first);
    }
    const api::Function* row = path.starts_with(of_python) ? nullptr : api::find_function(path);
    const auto parameters = api::read_parameters(row != nullptr ? row->parameters : "");
    const auto takers = api::bind(parameters, args.positional.size(), names);
    const auto needs = [&](std::size_t argument) {
        if (path.starts_with(of_python)) {
            return std::ranges::count(builtins, path.substr(of_python.size())) > 0;
        }
        for (std::size_t i = 0; takers && row != nullptr && i < parameters.size(); ++i) {
            if ((*takers)[i] == argument) {
                return names_array(parameters[i].name);  // of None it makes one of objects
            }
        }
        return false;
    };
    const auto settle = [&](Value& value, std::size_t argument) {
        if (value.or_none) {
            value = needs(argument) ? but_none(value) : without_none(value);
        }
    };
    for (std::size_t i = 0; i < args.positional.size(); ++i) {
        settle(args.positional[i], i);
    }
    for (std::size_t i = 0; i < args.named.size(); ++i) {
        settle(args.named[i].second, args.positional.size() + i);
    }
    return args;
}

}  // namespace pycu::sema
