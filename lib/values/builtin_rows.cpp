// Python's builtins: values where the arguments are known, and else their types. Types called as
// functions, as types alone tell.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "types/scalar.h"
#include "values/arguments.h"
#include "values/functions.h"
#include "values/numbers.h"
#include "values/strings.h"
#include "values/tuples.h"

namespace pycu::sema {

namespace {

/// A longer range is followed as any number of ints.
constexpr Int128 max_range = 1 << 17;

constexpr const char* not_iterable = "it cannot be iterated";

bool are_known(const CallArguments& args) {
    return std::ranges::all_of(args.positional, is_known) &&
           std::ranges::all_of(args.named, [](const auto& one) { return is_known(one.second); });
}

/// What has no value, with the reason where it is none of an argument's.
HostResult refused(const CallArguments& args, const char* why) {
    return are_known(args) ? HostResult(unknown(why, args.range)) : std::nullopt;
}

/// The same of what has a type.
Value refused(Value typed, const CallArguments& args, const char* why) {
    return are_known(args) ? with_why(std::move(typed), Unknown{why, args.range}) : typed;
}

HostResult length(const CallArguments& args) {
    const Value& value = args.positional[0];
    if (const auto* text = value.get<StringValue>()) {
        const auto is_first = [](char c) { return (c & '\xc0') != '\x80'; };
        return python_int(std::ranges::count_if(text->text, is_first));
    }
    if (const HostArray* array = value.array(); array != nullptr && array->rank() > 0) {
        return host_integer(array->memory.extents[0]);
    }
    const HostItems* items = value.items();
    return items != nullptr && items->more == nullptr
               ? python_int(Int128(items->items.size()))
               : refused(host_integer(), args, "it has no length");
}

/// min and max: where nobody knows which one it is, their types must agree.
template <bool is_min>
HostResult extreme(const CallArguments& args) {
    std::vector<Value> items = args.positional;
    if (items.size() == 1) {
        auto inner = items_of(items[0]);
        if (!inner) {
            return refused(args, not_iterable);
        }
        items = std::move(*inner);
    }
    if (items.empty()) {
        return refused(args, "it is of nothing");
    }
    Value best = items[0];
    bool is_found = true;
    for (std::size_t i = 1; i < items.size(); ++i) {
        const auto op = is_min ? CompareOp::Lt : CompareOp::Gt;
        const auto is_better = truth(compare(op, items[i], best, args.range));
        is_found = is_found && is_better;
        best = !is_better   ? join_hosts(best, items[i], args.range, false)
               : *is_better ? items[i]
                            : best;
    }
    return is_found            ? best
           : best.is_unknown() ? refused(args, "the values cannot be compared")
                               : refused(best, args, "the values cannot be compared");
}

HostResult sum(const CallArguments& args) {
    const Value& first = args.positional[0];
    const auto items = items_of(first);
    if (!items) {
        const HostArray* array = first.array();
        if (array == nullptr || array->rank() != 1 || array->dtype == Scalar::Bool) {
            return refused(args, not_iterable);
        }
        const Value element =
            host_subscript(*first.get<HostArrayRef>(), host_integer(), args.range);
        const Value made = binary(BinaryOp::Add, args["start"], element, args.range);
        const bool has_elements = array->memory.extents[0].known().value_or(0) > 0;
        return has_elements ? made : join_hosts(args["start"], made, args.range, false);
    }
    Value total = args["start"];
    // From Python 3.12 on floats are summed with the rounding errors added in.
    double plain = 0;
    double lost = 0;
    for (const Value& item : *items) {
        total = binary(BinaryOp::Add, total, item, args.range);
        const double real = as_double(item).value_or(0);
        const double sum = plain + real;
        lost += std::fabs(plain) >= std::fabs(real) ? (plain - sum) + real : (real - sum) + plain;
        plain = sum;
    }
    const auto* number = total.get<NumberValue>();
    const bool is_float = number != nullptr && number->type.is_float() && number->is_python;
    return is_float && lost != 0 && std::isfinite(lost) && plain + lost != plain
               ? refused(host_number(float64), args,
                         "the sum of floats depends on Python's version")
               : total;
}

HostResult range(const CallArguments& args) {
    std::vector<std::int64_t> at;
    for (const Value& arg : args.positional) {
        if (const auto index = as_index(arg)) {
            at.push_back(*index);
        }
    }
    if (at.size() != args.positional.size() || at.empty() || at.size() > 3 ||
        (at.size() == 3 && at[2] == 0)) {
        return refused(host_many(host_integer(), false), args, "the range is not known");
    }
    const std::int64_t start = at.size() > 1 ? at[0] : 0;
    const std::int64_t stop = at.size() > 1 ? at[1] : at[0];
    const std::int64_t step = at.size() > 2 ? at[2] : 1;
    const Int128 sign = step > 0 ? 1 : -1;
    const Int128 count = floor_div(Int128(stop) - start + step - sign, step);
    if (count > max_range) {
        return refused(host_many(host_integer(), false, false), args, "it has too many items");
    }
    std::vector<Value> items;
    for (Int128 i = 0; i < count; ++i) {
        items.push_back(python_int(start + i * step));
    }
    return host_tuple(std::move(items));
}

/// The rows of several columns, with their numbers before them for enumerate.
template <bool are_counted>
HostResult rows_of(const CallArguments& args) {
    std::vector<std::vector<Value>> columns;
    std::size_t count = args.positional.empty() ? 0 : max_items;
    for (const Value& one : args.positional) {
        if (auto items = items_of(one)) {
            count = std::min(count, items->size());
            columns.push_back(std::move(*items));
        }
    }
    if (columns.size() < args.positional.size()) {
        std::vector<Value> row;
        if (are_counted) {
            row.push_back(host_integer());
        }
        for (const Value& one : args.positional) {
            row.push_back(host_element(one, args.range));
        }
        return refused(host_many(host_tuple(std::move(row)), false), args, not_iterable);
    }
    std::vector<Value> rows;
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<Value> row;
        if (are_counted) {
            row.push_back(python_int(Int128(i)));
        }
        for (const auto& column : columns) {
            row.push_back(column[i]);
        }
        rows.push_back(host_tuple(std::move(row)));
    }
    return host_tuple(std::move(rows));
}

/// A list or a tuple of the items.
template <bool is_list>
HostResult items(const CallArguments& args) {
    if (args.positional.empty()) {
        return host_tuple({}, is_list);
    }
    if (auto items = items_of(args.positional[0])) {
        return host_tuple(std::move(*items), is_list);
    }
    const HostItems* open = args.positional[0].items();
    if (open == nullptr || open->is_dict) {
        return refused(args, not_iterable);
    }
    HostItems made = *open;
    made.is_list = is_list;
    return host_items(std::move(made));
}

HostResult reversed(const CallArguments& args) {
    auto items = items_of(args.positional[0]);
    if (!items) {
        return refused(args, not_iterable);
    }
    std::ranges::reverse(*items);
    return host_tuple(std::move(*items), true);
}

/// sorted(items), sorted(items, reverse=True): as many of a kind where nobody knows their order.
HostResult sorted(const CallArguments& args) {
    auto items = items_of(args.positional[0]);
    const auto is_down = truth(args["reverse"]);
    const auto is_nan = [](const Value& one) { return std::isnan(as_double(one).value_or(0)); };
    bool is_known =
        is_down && items && args.get("key") == nullptr && std::ranges::none_of(*items, is_nan);
    const auto is_before = [&](const Value& a, const Value& b) {
        const auto is_less =
            truth(compare(CompareOp::Lt, *is_down ? b : a, *is_down ? a : b, args.range));
        is_known = is_known && is_less;
        return is_less == true;
    };
    if (is_known) {
        std::ranges::stable_sort(*items, is_before);
    }
    if (is_known) {
        return host_tuple(std::move(*items), true);
    }
    constexpr const char* why = "it is sorted while the program runs";
    if (!items || items->empty()) {
        const HostResult open = sema::items<true>(args);
        return open ? HostResult(refused(*open, args, why)) : open;
    }
    Value any = items->front();
    for (const Value& item : *items) {
        any = join_hosts(any, item, args.range, false);
    }
    std::ranges::generate(*items, [&] { return with_why(another(any), Unknown{why, args.range}); });
    return host_tuple(std::move(*items), true);
}

template <bool is_any>
HostResult any_or_all(const CallArguments& args) {
    const auto items = items_of(args.positional[0]);
    for (const Value& item : items.value_or(std::vector<Value>())) {
        const auto known = truth(item);
        if (!known) {
            return refused(host_number(boolean), args, "its truth is not known");
        }
        if (*known == is_any) {
            return python_bool(is_any);
        }
    }
    return items ? python_bool(!is_any) : refused(host_number(boolean), args, not_iterable);
}

/// Of Python's numbers; NumPy has a function for all others.
HostResult absolute(const CallArguments& args) {
    const Value& value = args.positional[0];
    if (const auto integer = as_big_int(value)) {
        return python_int(integer->magnitude());
    }
    if (const auto real = as_double(value)) {
        return python_float(std::fabs(*real));
    }
    if (const auto* number = value.get<ComplexValue>()) {
        return python_float(std::hypot(number->value.real(), number->value.imag()));
    }
    const auto number = number_of(value);
    if (!number) {
        return refused(args, "it has no absolute value");
    }
    const bool is_bool = number->is_python && number->type.is_bool();
    if (number->type.is_complex()) {
        return host_number(number->type == complex64 ? float32 : float64, number->is_python);
    }
    const Extent made = derived(values::Rule::Magnitude, {number->value});
    const bool is_exact = made.known() && number->type.is_integer() && number->is_python;
    return is_exact ? Value{python_int(*made.known())}
                    : Value{HostNumber{is_bool ? int64 : number->type, number->is_python, made}};
}

/// A known number rounded: round(x), and round(x, n) of Python's own numbers.
std::optional<Value> round_number(const CallArguments& given) {
    const std::vector<Value>& args = given.positional;
    const auto x = as_double(args[0]);
    auto integer = as_big_int(args[0]);
    const auto number = number_of(args[0]);
    const bool is_python = !number || number->is_python;
    if (!x || !std::isfinite(*x)) {
        return std::nullopt;
    }
    if (args.size() == 1 || args[1].is<NoneValue>()) {
        if (!integer) {
            return python_int(BigInt::truncated(std::nearbyint(*x)));
        }
        return is_python || !number->type.is_bool() ? std::optional(python_int(*std::move(integer)))
                                                    : std::nullopt;
    }
    const auto digits = as_index(args[1]);
    if (!digits || *digits < 0 || *digits > 300 || !is_python) {
        return std::nullopt;
    }
    if (integer) {
        return python_int(*std::move(integer));
    }
    // Rounded as a decimal text, half to even, which is how CPython rounds.
    char text[800];
    std::snprintf(text, sizeof text, "%.*f", static_cast<int>(*digits), *x);
    return python_float(std::strtod(text, nullptr));
}

HostResult rounded(const CallArguments& args) {
    if (auto made = round_number(args)) {
        return made;
    }
    constexpr const char* why = "the rounding is not computed while compiling";
    const auto number = number_of(args.positional[0]);
    if (!number || !(number->type.is_float() || number->type.is_integer())) {
        return refused(args, why);
    }
    const bool is_whole = args.positional.size() == 1 || args.positional[1].is<NoneValue>();
    return refused(is_whole ? host_integer() : host_number(number->type, number->is_python), args,
                   why);
}

HostResult power(const CallArguments& args) {
    return binary(BinaryOp::Pow, args.positional[0], args.positional[1], args.range);
}

HostResult divided(const CallArguments& args) {
    std::vector<Value> pair;
    for (const auto op : {BinaryOp::FloorDiv, BinaryOp::Mod}) {
        pair.push_back(binary(op, args.positional[0], args.positional[1], args.range));
    }
    return pair[0].is_unknown() ? pair[0] : host_tuple(std::move(pair));
}

HostResult text(const CallArguments& args) {
    const auto text =
        args.positional.empty() ? std::optional<std::string>("") : str_of(args.positional[0]);
    return text              ? Value{StringValue{*text}}
           : are_known(args) ? unknown("the text is made while the program runs", args.range)
                             : unknown("it is a string", args.range);
}

HostResult type(const CallArguments& args) {
    const auto number = number_of(args.positional[0]);
    const auto kind =
        number && number->is_python ? TypeObject::Kind::Python : TypeObject::Kind::NumPy;
    const bool is_int = kind == TypeObject::Kind::Python && number && number->type.is_integer();
    return number ? HostResult(Value{TypeObject{is_int ? int64 : number->type, kind}})
                  : refused(args, "`type` is called while the program runs");
}

HostResult a_bool(const CallArguments& /*args*/) {
    return host_number(boolean);
}

HostResult an_int(const CallArguments& /*args*/) {
    return host_integer();
}

HostResult a_text(const CallArguments& args) {
    return are_known(args) ? std::nullopt : HostResult(unknown("it is a string", args.range));
}

HostResult printed(const CallArguments& /*args*/) {
    return Value{NoneValue{}};
}

constexpr Typed all_builtins[] = {
#define PYCU_BUILTIN(name, parameters, function) {name, function},
#include "api/rows.def"
};

}  // namespace

std::span<const Typed> builtin_rows() {
    return all_builtins;
}

}  // namespace pycu::sema
