// The functions of Python's module `math`.
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <string>

#include "api/functions.h"
#include "support/text.h"
#include "values/functions.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

/// math.floor, ceil and trunc: an int, however large.
Value to_int(double value, Range range) {
    return std::isfinite(value) ? python_int(BigInt::truncated(value))
                                : unknown("the float has no int", range);
}

Value gcd_or_lcm(const std::vector<Value>& args, bool is_gcd, Range range) {
    Int128 result = is_gcd ? 0 : 1;
    for (const Value& arg : args) {
        const auto value = as_integer(arg);
        if (!value || (!is_gcd && !as_index(arg))) {
            return unknown("an argument is no int", range);
        }
        Int128 a = result < 0 ? -result : result;
        Int128 b = *value < 0 ? -*value : *value;
        while (b != 0) {
            const Int128 rest = a % b;
            a = b;
            b = rest;
        }
        if (is_gcd || a == 0) {
            result = a;
        } else if (__builtin_mul_overflow(result / a, *value < 0 ? -*value : *value, &result)) {
            return unknown("the int is too large", range);
        }
    }
    return python_int(result);
}

Value factorial(const Value& arg, Range range) {
    const auto n = as_index(arg);
    if (!n || *n < 0 || *n > 33) {
        return unknown("the factorial is too large or not defined", range);
    }
    Int128 result = 1;
    for (std::int64_t i = 2; i <= *n; ++i) {
        result *= i;
    }
    return python_int(result);
}

/// The functions of one argument whose result is no float.
std::optional<Value> integer_function(std::string_view name, const Value& arg, Range range) {
    auto integer = as_big_int(arg);
    const double x = *as_double(arg);
    if (name == "floor" || name == "ceil" || name == "trunc") {
        if (integer) {
            return python_int(*std::move(integer));
        }
        return to_int(name == "floor" ? std::floor(x) : name == "ceil" ? std::ceil(x) : x, range);
    }
    if (name == "factorial") {
        return factorial(arg, range);
    }
    if (name == "gamma" || name == "lgamma") {
        // CPython has a table of the factorials, and an approximation of its own for the rest.
        const bool is_whole = name == "gamma" && x == std::floor(x) && x >= 1 && x <= 20;
        const Value whole = is_whole ? factorial(python_int(static_cast<Int128>(x) - 1), range)
                                     : unknown("Python approximates it in a way of its own", range);
        return is_whole ? python_float(*as_double(whole)) : whole;
    }
    if (name == "isqrt") {
        const auto square = as_integer(arg);
        if (!square || *square < 0) {
            return unknown("the square root is not defined", range);
        }
        auto root = static_cast<Int128>(std::sqrt(static_cast<long double>(*square)));
        while (root * root > *square) {
            --root;
        }
        while ((root + 1) * (root + 1) <= *square) {
            ++root;
        }
        return python_int(root);
    }
    return std::nullopt;
}

/// What Python makes of the result of a C function: errors where C gives a NaN or an infinity.
Value checked(double result, bool are_finite, bool are_numbers, Range range) {
    if ((std::isnan(result) && are_numbers) || (std::isinf(result) && are_finite)) {
        return unknown("the function is not defined there", range);
    }
    return python_float(result);
}

/// Of known numbers; nothing where nobody computes it.
std::optional<Value> computed(const api::Function& row, const std::vector<Value>& args,
                              Range range) {
    const std::string_view name = row.name.substr(row.name.find('.') + 1);
    bool are_finite = true;
    bool are_numbers = true;
    for (const Value& arg : args) {
        if (!is_number(arg)) {
            return unknown("an argument is no real number", range);
        }
        are_finite = are_finite && std::isfinite(*as_double(arg));
        are_numbers = are_numbers && !std::isnan(*as_double(arg));
    }
    if (name == "gcd" || name == "lcm") {
        return gcd_or_lcm(args, name == "gcd", range);
    }
    std::optional<double> result;
    if (args.size() == 1) {
        if (auto whole = integer_function(name, args[0], range)) {
            return whole;
        }
        if (row.compute.real != nullptr) {
            result = row.compute.real(*as_double(args[0]));
        }
        if (result && row.rule == api::Rule::Boolean) {
            return python_bool(*result != 0);
        }
    } else if (args.size() == 2) {
        const double x = *as_double(args[0]);
        const double y = *as_double(args[1]);
        if (name == "log") {
            result = std::log(x) / std::log(y);
        } else if (name == "ldexp") {
            result = std::ldexp(x, static_cast<int>(std::clamp(y, -4000.0, 4000.0)));
        } else if (row.compute.real2 != nullptr) {
            result = row.compute.real2(x, y);
        }
    }
    if (!result) {
        return std::nullopt;
    }
    return checked(*result, are_finite, are_numbers, range);
}

}  // namespace

std::optional<Value> number_of_text(std::string_view text, bool is_float) {
    std::string digits;
    for (const char c : trim(text)) {
        if (c != '_') {
            digits += c;
        }
    }
    if (digits.empty() || digits.find_first_of(" xXpP") != std::string::npos) {
        return std::nullopt;
    }
    char* end = nullptr;
    errno = 0;
    if (is_float) {
        const double value = std::strtod(digits.c_str(), &end);
        return *end == 0 ? std::optional(python_float(value)) : std::nullopt;
    }
    const long long value = std::strtoll(digits.c_str(), &end, 10);
    return *end == 0 && errno == 0 ? std::optional(python_int(value)) : std::nullopt;
}

HostResult call_math(const api::Function& row, const CallArguments& args) {
    const bool are_known = args.named.empty() && std::ranges::all_of(args.positional, is_known);
    auto made = are_known ? computed(row, args.positional, args.range) : std::nullopt;
    if (made && !made->is_unknown()) {
        return made;
    }
    const Type type = Type::scalar(*api::result_dtype(row.rule, Scalar::Float64));
    return made ? with_why(host_number(type), *made->get<Unknown>()) : host_number(type);
}

}  // namespace pycu::sema
