// Python's builtins, its math module, and types called as functions, on host values.
#include <algorithm>

#include "python/constants/arguments.h"
#include "python/constants/numbers.h"
#include "python/host/calls.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

/// The arguments where all of them are known; nothing otherwise.
std::optional<std::vector<Value>> known_values(const CallArguments& args) {
    std::vector<Value> values;
    for (const Value& one : args.positional) {
        if (!one.is_constant() || one.is_unknown()) {
            return std::nullopt;
        }
        values.push_back(one);
    }
    return args.named.empty() ? std::optional(std::move(values)) : std::nullopt;
}

HostResult length(const CallArguments& args) {
    const Value& value = args.positional[0];
    if (const auto* array = value.get<HostArrayRef>(); array != nullptr && (*array)->rank() > 0) {
        const HostResult shape = host_array_attribute(*array, "shape", {});
        return shape->items()->items[0];
    }
    const HostItems* items = value.items();
    if (items != nullptr && items->more == nullptr) {
        return Value{python_int(Int128(items->items.size()))};
    }
    return host_integer();
}

/// min and max of numbers: one of them, so their types must agree.
template <bool is_min>
HostResult extreme(const CallArguments& args) {
    std::vector<Value> items = args.positional;
    if (items.size() == 1 && items[0].items() != nullptr && items[0].items()->more == nullptr) {
        items = items[0].items()->items;
    }
    if (items.size() < 2 || items[0].is_unknown()) {
        return std::nullopt;
    }
    Value best = items[0];
    for (std::size_t i = 1; i < items.size(); ++i) {
        const auto op = is_min ? CompareOp::Lt : CompareOp::Gt;
        const Value better = host_compare(op, items[i], best, args.range);
        const auto is_better = truth(better);
        best = !is_better   ? join_hosts(best, items[i], args.range, false)
               : *is_better ? items[i]
                            : best;
    }
    return best;
}

HostResult sum(const CallArguments& args) {
    const Value& first = args.positional[0];
    if (first.array() != nullptr && first.array()->rank() == 1 &&
        first.array()->dtype != Scalar::Bool) {
        return host_subscript(*first.get<HostArrayRef>(), host_integer(), args.range);
    }
    const HostItems* items = first.items();
    if (items == nullptr || items->more != nullptr) {
        return std::nullopt;
    }
    Value total = *args.get("start");
    for (const Value& item : items->items) {
        total = host_binary(BinaryOp::Add, total, item, args.range);
    }
    return total;
}

HostResult range(const CallArguments& args) {
    Value item = host_integer();
    const auto known = known_values(args);
    if (known && known->size() == 1) {
        const auto count = as_index((*known)[0]);
        if (count && *count >= 0 && *count <= 8) {
            std::vector<Value> items;
            for (std::int64_t i = 0; i < *count; ++i) {
                items.push_back({python_int(i)});
            }
            return host_tuple(std::move(items));
        }
        return host_many(std::move(item), false, !count || *count <= 0);
    }
    return host_many(std::move(item), false);
}

/// The rows of several columns, with their numbers before them for enumerate.
HostResult rows_of(const CallArguments& args, bool are_counted) {
    std::vector<Value> row;
    if (are_counted) {
        row.push_back(host_integer());
    }
    bool are_known = true;
    std::size_t count = 1 << 20;
    for (const Value& one : args.positional) {
        row.push_back(host_element(one, args.range));
        const HostItems* items = one.items();
        are_known = are_known && items != nullptr && items->more == nullptr;
        count = items != nullptr ? std::min(count, items->items.size()) : count;
    }
    if (args.positional.empty()) {
        return std::nullopt;
    }
    if (!are_known) {
        return host_many(host_tuple(std::move(row)), false);
    }
    std::vector<Value> rows;
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<Value> items;
        if (are_counted) {
            items.push_back({python_int(Int128(i))});
        }
        for (const Value& one : args.positional) {
            items.push_back(one.items()->items[i]);
        }
        rows.push_back(host_tuple(std::move(items)));
    }
    return host_tuple(std::move(rows));
}

HostResult zipped(const CallArguments& args) {
    return rows_of(args, false);
}

HostResult enumerated(const CallArguments& args) {
    return rows_of(args, true);
}

HostResult absolute(const CallArguments& args) {
    const Value& value = args.positional[0];
    if (value.array() != nullptr) {
        return call_host_function("numpy.absolute", args);
    }
    const auto number = number_of(value);
    if (!number) {
        return std::nullopt;
    }
    const bool is_bool = number->is_python && number->type.is_bool();
    if (number->type.is_complex()) {
        return host_number(number->type == complex64 ? float32 : float64, number->is_python);
    }
    const Extent made = derived(python::Rule::Magnitude, {number->value});
    const bool is_exact = made.known() && number->type.is_integer() && number->is_python;
    return is_exact ? Value{python_int(*made.known())}
                    : Value{HostNumber{is_bool ? int64 : number->type, number->is_python, made}};
}

HostResult rounded(const CallArguments& args) {
    const auto number = number_of(args.positional[0]);
    if (!number || !(number->type.is_float() || number->type.is_integer())) {
        return std::nullopt;
    }
    return args.positional.size() == 1 ? host_integer()
                                       : HostResult(host_number(number->type, number->is_python));
}

HostResult power(const CallArguments& args) {
    return host_binary(BinaryOp::Pow, args.positional[0], args.positional[1], args.range);
}

HostResult divided(const CallArguments& args) {
    std::vector<Value> pair;
    for (const auto op : {BinaryOp::FloorDiv, BinaryOp::Mod}) {
        pair.push_back(host_binary(op, args.positional[0], args.positional[1], args.range));
    }
    return pair[0].is_unknown() ? pair[0] : host_tuple(std::move(pair));
}

/// A list or a tuple of the items.
template <bool is_list>
HostResult items(const CallArguments& args) {
    if (args.positional.empty()) {
        return host_tuple({}, is_list);
    }
    const HostItems* given = args.positional[0].items();
    if (given == nullptr) {
        return std::nullopt;
    }
    HostItems made = *given;
    made.is_list = is_list;
    return host_items(std::move(made));
}

HostResult a_bool(const CallArguments& /*args*/) {
    return host_number(boolean);
}

HostResult an_int(const CallArguments& /*args*/) {
    return host_integer();
}

HostResult a_text(const CallArguments& args) {
    return unknown("it is a string", args.range);
}

HostResult printed(const CallArguments& /*args*/) {
    return Value{NoneValue{}};
}

constexpr Typed typed_builtins[] = {
#define PYCU_BUILTIN(name, parameters, values, types) {name, types},
#include "api/rows.def"
};

}  // namespace

std::span<const Typed> builtin_rows() {
    return typed_builtins;
}

HostResult call_host_math(const api::Function& row, const CallArguments& args) {
    if (const auto known = known_values(args)) {
        const std::string_view name = row.name.substr(row.name.find('.') + 1);
        if (auto made = call_math(name, *known, args.range); made && !made->is_unknown()) {
            return Value{std::move(*made)};
        }
    }
    const Type type = Type::scalar(*api::result_dtype(row.rule, Scalar::Float64));
    return type.is_integer() ? host_integer() : host_number(type);
}

HostResult call_host_type(const TypeObject& type, const CallArguments& args) {
    if (!type.type.is_scalar() || args.positional.size() > 2) {
        return std::nullopt;
    }
    const Scalar scalar = type.type.element();
    const Value given = args.positional.empty() ? Value{python_int(0)} : args.positional[0];
    const bool is_python = type.kind == TypeObject::Kind::Python;
    if (!is_python && type.kind != TypeObject::Kind::NumPy) {
        return std::nullopt;
    }
    if (given.array() != nullptr || given.items() != nullptr) {
        const Value model = as_host_array(given, args.range);
        if (model.array() == nullptr || (!is_python && model.array()->rank() == 0)) {
            return is_python ? HostResult(host_number(type.type)) : std::nullopt;
        }
        return is_python ? HostResult(host_number(type.type))
                         : HostResult(apply_elementwise({model}, scalar, args.range));
    }
    if (!is_python && given.is_unknown()) {
        return std::nullopt;  // an array, or a number?
    }
    if (is_number(given) && type.type.is_integer()) {
        const auto value = as_double(given);
        const auto exact = as_integer(given);
        const bool is_small = value && *value > -0x1p62 && *value < 0x1p62;
        if (is_small && is_python) {
            return Value{python_int(exact ? *exact : Int128(*value))};
        }
        const auto fits = is_small
                              ? convert(std::int64_t(exact ? *exact : Int128(*value)), scalar, true)
                              : std::nullopt;
        if (fits) {
            return Value{numpy_number(scalar, *fits)};
        }
    }
    if (const auto value = extent_of(given); value && type.type.is_integer()) {
        return Value{
            HostNumber{type.type, is_python, is_python ? *value : wrapped(*value, type.type)}};
    }
    return host_number(type.type, is_python);
}

}  // namespace pycu::sema
