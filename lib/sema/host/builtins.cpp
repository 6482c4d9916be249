// Python's builtins, its math module, and types called as functions, on host values.
#include <algorithm>

#include "api/functions.h"
#include "sema/constants/imports.h"
#include "sema/constants/numbers.h"
#include "sema/host/calls.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

/// The arguments where all of them are known; nothing otherwise.
std::optional<std::vector<Value>> known_values(const HostArguments& args) {
    std::vector<Value> values;
    for (const HostValue& one : args.positional) {
        const auto* value = one.get<Value>();
        if (value == nullptr || value->is_unknown()) {
            return std::nullopt;
        }
        values.push_back(*value);
    }
    return args.named.empty() ? std::optional(std::move(values)) : std::nullopt;
}

HostResult host_length(const HostValue& value) {
    if (const auto* array = value.get<HostArrayRef>(); array != nullptr && (*array)->rank() > 0) {
        const HostResult shape = host_array_attribute(*array, "shape", {});
        return shape->items()->items[0];
    }
    const HostItems* items = value.items();
    if (items != nullptr && items->more == nullptr) {
        return HostValue{python_int(Int128(items->items.size()))};
    }
    return host_integer();
}

/// min and max of numbers: one of them, so their types must agree.
HostResult host_extreme(std::string_view name, const HostArguments& args) {
    std::vector<HostValue> items = args.positional;
    if (items.size() == 1 && items[0].items() != nullptr && items[0].items()->more == nullptr) {
        items = items[0].items()->items;
    }
    if (items.size() < 2 || !args.named.empty()) {
        return std::nullopt;
    }
    HostValue best = items[0];
    for (std::size_t i = 1; i < items.size(); ++i) {
        const auto op = name == "min" ? syntax::CompareOperator::Lt : syntax::CompareOperator::Gt;
        const HostValue better = host_compare(op, items[i], best, args.range);
        const auto* known = better.get<Value>();
        const auto is_better = known != nullptr ? truth(*known) : std::nullopt;
        best = !is_better   ? join_hosts(best, items[i], args.range, false)
               : *is_better ? items[i]
                            : best;
    }
    return best;
}

HostResult host_sum(const HostArguments& args) {
    const HostItems* items = args.positional[0].items();
    if (args.positional.size() != 1 || items == nullptr || items->more != nullptr) {
        return std::nullopt;
    }
    HostValue total{python_int(0)};
    for (const HostValue& item : items->items) {
        total = host_binary(syntax::Operator::Add, total, item, args.range);
    }
    return total;
}

HostResult host_range(const HostArguments& args) {
    HostValue item = host_integer();
    const auto known = known_values(args);
    if (known && known->size() == 1) {
        const auto count = as_index((*known)[0]);
        if (count && *count >= 0 && *count <= 8) {
            std::vector<HostValue> items;
            for (std::int64_t i = 0; i < *count; ++i) {
                items.push_back({python_int(i)});
            }
            return host_tuple(std::move(items));
        }
        return host_many(std::move(item), false, !count || *count <= 0);
    }
    return host_many(std::move(item), false);
}

HostResult host_pairs(std::string_view name, const HostArguments& args) {
    std::vector<HostValue> row;
    if (name == "enumerate") {
        row.push_back(host_integer());
    }
    bool are_known = true;
    std::size_t count = 1 << 20;
    for (const HostValue& one : args.positional) {
        row.push_back(host_element(one, args.range));
        const HostItems* items = one.items();
        are_known = are_known && items != nullptr && items->more == nullptr;
        count = items != nullptr ? std::min(count, items->items.size()) : count;
    }
    if (!args.named.empty() || args.positional.empty() ||
        (name == "enumerate" && args.positional.size() != 1)) {
        return std::nullopt;
    }
    if (!are_known) {
        return host_many(host_tuple(std::move(row)), false);
    }
    std::vector<HostValue> rows;
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<HostValue> items;
        if (name == "enumerate") {
            items.push_back({python_int(Int128(i))});
        }
        for (const HostValue& one : args.positional) {
            items.push_back(one.items()->items[i]);
        }
        rows.push_back(host_tuple(std::move(items)));
    }
    return host_tuple(std::move(rows));
}

HostResult host_abs(const HostValue& value, const HostArguments& args) {
    if (value.array() != nullptr) {
        return call_host_numpy("abs", args);
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
    return is_exact
               ? HostValue{python_int(*made.known())}
               : HostValue{HostNumber{is_bool ? int64 : number->type, number->is_python, made}};
}

HostResult call_of_known(std::string_view name, const HostValue& first, const HostArguments& args) {
    if (name == "abs") {
        return host_abs(first, args);
    }
    if (name == "round") {
        const auto number = number_of(first);
        const bool is_float = number && number->type.is_float();
        if (!number || !(is_float || number->type.is_integer())) {
            return std::nullopt;
        }
        return args.positional.size() == 1
                   ? host_integer()
                   : HostResult(host_number(number->type, number->is_python));
    }
    if (name == "pow" && args.positional.size() == 2) {
        return host_binary(syntax::Operator::Pow, first, args.positional[1], args.range);
    }
    if (name == "divmod" && args.positional.size() == 2) {
        return host_tuple(
            {host_binary(syntax::Operator::FloorDiv, first, args.positional[1], args.range),
             host_binary(syntax::Operator::Mod, first, args.positional[1], args.range)});
    }
    if ((name == "list" || name == "tuple" || name == "sorted") && first.items() != nullptr) {
        auto made = std::make_shared<HostItems>(*first.items());
        made->is_list = name != "tuple";
        return HostValue{std::move(made)};
    }
    if (name == "isinstance" || name == "any" || name == "all" || name == "callable" ||
        name == "hasattr") {
        return host_number(boolean);
    }
    return name == "ord" || name == "hash" || name == "id" ? HostResult(host_integer())
                                                           : std::nullopt;
}

}  // namespace

HostResult call_host_builtin(std::string_view name, const HostArguments& args) {
    if (name == "print") {
        return HostValue{Value{NoneValue{}}};
    }
    if (name == "input" || name == "str" || name == "repr" || name == "format") {
        return host_unknown("it is a string", args.range);
    }
    if (name == "range") {
        return host_range(args);
    }
    if (name == "zip" || name == "enumerate") {
        return host_pairs(name, args);
    }
    if (args.positional.empty()) {
        return name == "list" || name == "tuple" ? HostResult(host_tuple({}, name == "list"))
                                                 : std::nullopt;
    }
    const HostValue& first = args.positional[0];
    if (name == "len") {
        return host_length(first);
    }
    if (first.why_unknown() != nullptr) {
        return std::nullopt;
    }
    if (name == "min" || name == "max") {
        return host_extreme(name, args);
    }
    if (name == "sum") {
        return first.array() != nullptr && first.array()->rank() == 1 &&
                       first.array()->dtype != Scalar::Bool && args.positional.size() == 1
                   ? HostResult(
                         host_subscript(*first.get<HostArrayRef>(), host_integer(), args.range))
                   : host_sum(args);
    }
    return call_of_known(name, first, args);
}

HostResult call_host_math(std::string_view name, const HostArguments& args) {
    const api::Function* row = api::find_function("math." + std::string(name));
    if (row == nullptr) {
        return std::nullopt;
    }
    if (const auto known = known_values(args)) {
        if (auto made = call_math(name, *known, args.range); made && !made->is_unknown()) {
            return HostValue{std::move(*made)};
        }
    }
    const Type type = Type::scalar(*api::result_dtype(row->rule, Scalar::Float64));
    return type.is_integer() ? host_integer() : host_number(type);
}

HostResult call_host_type(const TypeObject& type, const HostArguments& args) {
    if (!type.type.is_scalar() || args.positional.size() > 2) {
        return std::nullopt;
    }
    const Scalar scalar = type.type.element();
    const HostValue given = args.positional.empty() ? HostValue{python_int(0)} : args.positional[0];
    const bool is_python = type.kind == TypeObject::Kind::Python;
    if (!is_python && type.kind != TypeObject::Kind::NumPy) {
        return std::nullopt;
    }
    if (given.array() != nullptr || given.items() != nullptr) {
        const HostValue model = as_host_array(given, args.range);
        if (model.array() == nullptr || (!is_python && model.array()->rank() == 0)) {
            return is_python ? HostResult(host_number(type.type)) : std::nullopt;
        }
        return is_python ? HostResult(host_number(type.type))
                         : HostResult(apply_elementwise({model}, scalar, args.range));
    }
    if (!is_python && given.why_unknown() != nullptr) {
        return std::nullopt;  // an array, or a number?
    }
    const auto* known = given.get<Value>();
    if (known != nullptr && is_number(*known) && type.type.is_integer()) {
        const auto value = as_double(*known);
        const auto exact = as_integer(*known);
        const bool is_small = value && *value > -0x1p62 && *value < 0x1p62;
        if (is_small && is_python) {
            return HostValue{python_int(exact ? *exact : Int128(*value))};
        }
        const auto fits = is_small
                              ? convert(std::int64_t(exact ? *exact : Int128(*value)), scalar, true)
                              : std::nullopt;
        if (fits) {
            return HostValue{numpy_number(scalar, *fits)};
        }
    }
    if (const auto value = extent_of(given); value && type.type.is_integer()) {
        return HostValue{
            HostNumber{type.type, is_python, is_python ? *value : wrapped(*value, type.type)}};
    }
    return host_number(type.type, is_python);
}

}  // namespace pycu::sema
