// Python's builtin functions on known values. See builtins.h.
#include "python/constants/builtins.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "python/constants/arguments.h"
#include "python/constants/numbers.h"
#include "python/constants/strings.h"
#include "python/constants/tuples.h"
#include "python/host/calls.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

Value range(const CallArguments& args, Range range) {
    std::vector<std::int64_t> at;
    for (const Value& arg : args.positional) {
        const auto index = as_index(arg);
        if (!index) {
            return unknown("the range is not known", range);
        }
        at.push_back(*index);
    }
    if (at.empty() || at.size() > 3 || (at.size() == 3 && at[2] == 0)) {
        return unknown("the range is not known", range);
    }
    const std::int64_t start = at.size() > 1 ? at[0] : 0;
    const std::int64_t stop = at.size() > 1 ? at[1] : at[0];
    const std::int64_t step = at.size() > 2 ? at[2] : 1;
    const Int128 sign = step > 0 ? 1 : -1;
    const Int128 count = floor_div(Int128(stop) - start + step - sign, step);
    if (count > max_generated) {
        return unknown("it has too many items", range);
    }
    HostItems made;
    for (Int128 i = 0; i < count; ++i) {
        made.items.push_back(python_int(start + i * step));
    }
    return host_items(std::move(made));
}

template <bool is_min>
Value extreme(const CallArguments& args, Range range) {
    std::vector<Value> items = args.positional;
    if (items.size() == 1) {
        const auto inner = items_of(items[0]);
        if (!inner) {
            return unknown("it cannot be iterated", range);
        }
        items = *inner;
    }
    if (items.empty()) {
        return unknown("it is of nothing", range);
    }
    Value best = items[0];
    for (std::size_t i = 1; i < items.size(); ++i) {
        const auto op = is_min ? CompareOp::Lt : CompareOp::Gt;
        const auto better = truth(compare(op, items[i], best, range));
        if (!better) {
            return unknown("the values cannot be compared", range);
        }
        if (*better) {
            best = items[i];
        }
    }
    return best;
}

Value sum(const CallArguments& args, Range range) {
    const auto items = items_of(args.positional[0]);
    if (!items) {
        return unknown("it cannot be iterated", range);
    }
    Value total = *args.named_only("start");
    // From Python 3.12 on floats are summed with the rounding errors added in.
    double plain = 0;
    double lost = 0;
    for (const Value& item : *items) {
        const auto real = as_double(item);
        if (!real) {
            return unknown("it is summed while the program runs", range);
        }
        const double sum = plain + *real;
        lost +=
            std::fabs(plain) >= std::fabs(*real) ? (plain - sum) + *real : (*real - sum) + plain;
        plain = sum;
        total = binary(BinaryOp::Add, total, item, range);
        if (total.is_unknown()) {
            return total;
        }
    }
    const auto* number = total.get<NumberValue>();
    const bool is_float = number != nullptr && number->type.is_float() && number->is_python;
    return is_float && lost != 0 && std::isfinite(lost) && plain + lost != plain
               ? unknown("the sum of floats depends on Python's version", range)
               : total;
}

/// sorted(items), sorted(items, reverse=True) of real numbers.
Value sorted(const CallArguments& args, Range range) {
    auto items = items_of(args.positional[0]);
    const auto is_down = truth(*args.named_only("reverse"));
    if (!items || !is_down || args.get("key") != nullptr ||
        !std::ranges::all_of(*items, is_number)) {
        return unknown("it is sorted while the program runs", range);
    }
    for (const Value& item : *items) {
        if (std::isnan(*as_double(item))) {
            return unknown("a NaN has no order", range);
        }
    }
    std::ranges::stable_sort(*items, [&](const Value& a, const Value& b) {
        const Value& first = *is_down ? b : a;
        return truth(compare(CompareOp::Lt, first, *is_down ? a : b, range)) == true;
    });
    return host_tuple(std::move(*items), true);
}

template <bool is_any>
Value any_or_all(const CallArguments& args, Range range) {
    const auto items = items_of(args.positional[0]);
    if (!items) {
        return unknown("it cannot be iterated", range);
    }
    for (const Value& item : *items) {
        const auto known = truth(item);
        if (!known) {
            return unknown("its truth is not known", range);
        }
        if (*known == is_any) {
            return python_bool(is_any);
        }
    }
    return python_bool(!is_any);
}

Value absolute(const CallArguments& args, Range range) {
    const Value& value = args.positional[0];
    if (const auto* number = value.get<ComplexValue>()) {
        return python_float(std::hypot(number->value.real(), number->value.imag()));
    }
    const auto* number = value.get<NumberValue>();
    if (value.array() != nullptr || (number != nullptr && !number->is_python)) {
        CallArguments known = args;
        known.are_known = true;
        return call_host_function("numpy.absolute", known).value_or(value);
    }
    if (const auto integer = as_big_int(value)) {
        return python_int(integer->magnitude());
    }
    return number != nullptr ? python_float(std::fabs(*as_double(value)))
                             : unknown("it has no absolute value", range);
}

/// round(x), and round(x, n) of Python's own numbers.
Value rounded(const CallArguments& given, Range range) {
    const std::vector<Value>& args = given.positional;
    const Value refused = unknown("the rounding is not computed while compiling", range);
    const auto x = as_double(args[0]);
    if (!x || !std::isfinite(*x)) {
        return refused;
    }
    auto integer = as_big_int(args[0]);
    const auto* number = args[0].get<NumberValue>();
    const bool is_python = number == nullptr || number->is_python;
    if (args.size() == 1 || args[1].is<NoneValue>()) {
        if (integer) {
            const bool is_numpy_bool = !is_python && number->type.is_bool();
            return is_numpy_bool ? refused : python_int(*std::move(integer));
        }
        return python_int(BigInt::truncated(std::nearbyint(*x)));
    }
    const auto digits = as_index(args[1]);
    if (!digits || *digits < 0 || *digits > 300 || !is_python) {
        return refused;
    }
    if (integer) {
        return python_int(*std::move(integer));
    }
    // Rounded as a decimal text, half to even, which is how CPython rounds.
    char text[800];
    std::snprintf(text, sizeof text, "%.*f", static_cast<int>(*digits), *x);
    return python_float(std::strtod(text, nullptr));
}

Value length(const CallArguments& args, Range range) {
    const Value& value = args.positional[0];
    if (const auto* text = value.get<StringValue>()) {
        const auto is_first = [](char c) { return (c & '\xc0') != '\x80'; };
        return python_int(std::ranges::count_if(text->text, is_first));
    }
    if (const HostArray* array = value.array(); array != nullptr && array->rank() > 0) {
        return host_integer(array->memory.extents[0]);
    }
    const auto* tuple = value.get<HostItems>();
    return tuple != nullptr ? python_int(static_cast<Int128>(tuple->items.size()))
                            : unknown("it has no length", range);
}

/// The items of each argument; nothing where one has none that are known.
std::optional<std::vector<std::vector<Value>>> columns_of(const CallArguments& args) {
    std::vector<std::vector<Value>> columns;
    for (const Value& arg : args.positional) {
        auto items = items_of(arg);
        if (!items) {
            return std::nullopt;
        }
        columns.push_back(std::move(*items));
    }
    return columns.empty() ? std::nullopt : std::optional(std::move(columns));
}

/// The rows of several columns, as a list; with their numbers before them for enumerate.
Value rows_of(const CallArguments& args, bool are_counted, Range range) {
    const auto columns = columns_of(args);
    if (!columns) {
        return unknown("it cannot be iterated", range);
    }
    std::size_t count = columns->front().size();
    for (const auto& column : *columns) {
        count = std::min(count, column.size());
    }
    std::vector<Value> made;
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<Value> row;
        if (are_counted) {
            row.push_back(python_int(static_cast<Int128>(i)));
        }
        for (const auto& column : *columns) {
            row.push_back(column[i]);
        }
        made.push_back(host_tuple(std::move(row)));
    }
    return host_tuple(std::move(made), true);
}

Value zipped(const CallArguments& args, Range range) {
    return rows_of(args, false, range);
}

Value enumerated(const CallArguments& args, Range range) {
    return rows_of(args, true, range);
}

/// A list or a tuple of the items.
template <bool is_list>
Value items(const CallArguments& args, Range range) {
    auto items = args.positional.empty() ? std::optional(std::vector<Value>())
                                         : items_of(args.positional[0]);
    return items ? host_tuple(std::move(*items), is_list) : unknown("it cannot be iterated", range);
}

Value reversed(const CallArguments& args, Range range) {
    auto items = items_of(args.positional[0]);
    if (items) {
        std::ranges::reverse(*items);
    }
    return items ? host_tuple(std::move(*items), true) : unknown("it cannot be iterated", range);
}

Value power(const CallArguments& args, Range range) {
    return binary(BinaryOp::Pow, args.positional[0], args.positional[1], range);
}

Value divided(const CallArguments& args, Range range) {
    std::vector<Value> pair;
    for (const auto op : {BinaryOp::FloorDiv, BinaryOp::Mod}) {
        pair.push_back(binary(op, args.positional[0], args.positional[1], range));
    }
    return host_tuple(std::move(pair));
}

Value text(const CallArguments& args, Range range) {
    const auto text =
        args.positional.empty() ? std::optional<std::string>("") : str_of(args.positional[0]);
    return text ? Value{StringValue{*text}}
                : unknown("the text is made while the program runs", range);
}

Value type(const CallArguments& args, Range range) {
    const auto* number = args.positional[0].get<NumberValue>();
    return number != nullptr
               ? Value{TypeObject{number->type, number->is_python ? TypeObject::Kind::Python
                                                                  : TypeObject::Kind::NumPy}}
               : unknown("`type` is called while the program runs", range);
}

constexpr Computed computed_builtins[] = {
#define PYCU_BUILTIN(name, parameters, values, types) {name, values},
#include "api/rows.def"
};

}  // namespace

Value call_builtin(std::string_view name, const CallArguments& args, Range range) {
    auto made = call_row("builtins." + std::string(name), computed_builtins, args, range);
    return made ? *made
                : unknown("`" + std::string(name) + "` is called while the program runs", range);
}

std::optional<Value> call_number_method(const Value& value, std::string_view name,
                                        const CallArguments& args, Range range) {
    if (const auto* complex = value.get<ComplexValue>()) {
        return name == "conjugate" && args.size() == 0
                   ? std::optional(Value{ComplexValue{complex->type, std::conj(complex->value)}})
                   : std::nullopt;
    }
    const auto& number = std::get<NumberValue>(value.as);
    if (name == "item" && args.size() == 0 && !number.is_python) {
        return python_number(number);
    }
    if (name == "astype" && !number.is_python) {
        const auto given = bound(*api::find_function("numpy.ndarray.astype"), args);
        const auto scalar = given ? dtype_of(*given->named_only("dtype")) : std::nullopt;
        const auto made = scalar ? convert(number.value, *scalar, false) : std::nullopt;
        return made ? numpy_number(*scalar, *made)
                    : unknown("NumPy converts it while the program runs", range);
    }
    if (name == "is_integer" && args.size() == 0 && number.is_python && number.type.is_float()) {
        const double real = to_double(number.value);
        return python_bool(std::isfinite(real) && real == std::floor(real));
    }
    return std::nullopt;
}

std::optional<Value> number_attribute(const Value& value, std::string_view name) {
    if (const auto* complex = value.get<ComplexValue>()) {
        return name == "real"   ? std::optional(python_float(complex->value.real()))
               : name == "imag" ? std::optional(python_float(complex->value.imag()))
                                : std::nullopt;
    }
    const auto* number = value.get<NumberValue>();
    if (number == nullptr) {
        return std::nullopt;
    }
    if (name == "real") {
        const bool is_bool = number->is_python && number->type.is_bool();
        return is_bool ? python_int(std::get<bool>(number->value) ? 1 : 0) : value;
    }
    if (number->is_python) {
        return std::nullopt;
    }
    if (name == "dtype") {
        return Value{TypeObject{number->type, TypeObject::Kind::Dtype}};
    }
    if (name == "itemsize" || name == "nbytes") {
        return python_int(bytes(number->type));
    }
    return name == "ndim"    ? std::optional(python_int(0))
           : name == "size"  ? std::optional(python_int(1))
           : name == "shape" ? std::optional(host_tuple({}))
                             : std::nullopt;
}

}  // namespace pycu::sema
