// Functions of NumPy that compute with known numbers and arrays: np.sqrt, np.add, np.iinfo ...
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "sema/constants/arrays.h"
#include "sema/constants/numbers.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

std::optional<syntax::Operator> operator_of(std::string_view name) {
    using enum syntax::Operator;
    constexpr std::pair<std::string_view, syntax::Operator> names[] = {
        {"add", Add},         {"bitwise_and", BitAnd},    {"bitwise_or", BitOr},
        {"divide", Div},      {"floor_divide", FloorDiv}, {"left_shift", LShift},
        {"mod", Mod},         {"multiply", Mult},         {"power", Pow},
        {"remainder", Mod},   {"right_shift", RShift},    {"subtract", Sub},
        {"true_divide", Div}, {"bitwise_xor", BitXor},
    };
    const auto* found = std::ranges::find(names, name, [](const auto& one) { return one.first; });
    return found != std::end(names) ? std::optional(found->second) : std::nullopt;
}

std::optional<syntax::CompareOperator> comparison_of(std::string_view name) {
    using enum syntax::CompareOperator;
    constexpr std::pair<std::string_view, syntax::CompareOperator> names[] = {
        {"equal", Eq}, {"greater", Gt},     {"greater_equal", GtE},
        {"less", Lt},  {"less_equal", LtE}, {"not_equal", NotEq},
    };
    const auto* found = std::ranges::find(names, name, [](const auto& one) { return one.first; });
    return found != std::end(names) ? std::optional(found->second) : std::nullopt;
}

bool contains(std::initializer_list<std::string_view> names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

Value in_numpy(Range range) {
    return unknown("NumPy computes it while the program runs", range);
}

/// The float in which NumPy computes a function of a number: float64 of ints of 32 and 64 bits.
std::optional<Scalar> float_of(Type type) {
    if (type.is_float()) {
        return type.element();
    }
    return type.is_bool() || bytes(type) == 1 ? std::nullopt
           : bytes(type) == 2                 ? std::optional(Scalar::Float32)
                                              : std::optional(Scalar::Float64);
}

/// Functions that keep integers what they are; nothing for other names.
std::optional<Value> of_integer(std::string_view name, const NumberValue& x, Range range) {
    const Scalar scalar = x.type.element();
    const Int128 value = to_integer(x.value);
    const Value number{x};
    if (contains({"abs", "absolute"}, name)) {
        return value < 0 ? unary(syntax::UnaryOperator::USub, number, range) : number;
    }
    if (name == "square") {
        return binary(syntax::Operator::Mult, number, number, range);
    }
    if (name == "sign") {
        return numpy_number(
            scalar, *convert(std::int64_t(value > 0) - std::int64_t(value < 0), scalar, false));
    }
    if (contains({"floor", "ceil", "trunc"}, name)) {
        return number;
    }
    return std::nullopt;
}

std::optional<double> of_float(std::string_view name, double x) {
    if (contains({"abs", "absolute"}, name)) {
        return std::fabs(x);
    }
    if (name == "sign") {
        return std::isnan(x) ? x : double(x > 0) - double(x < 0);
    }
    if (contains({"floor", "ceil", "trunc", "rint"}, name)) {
        return name == "floor"  ? std::floor(x)
               : name == "ceil" ? std::ceil(x)
               : name == "rint" ? std::nearbyint(x)
                                : std::trunc(x);
    }
    // What `math` alone has, and what NumPy calls otherwise.
    constexpr std::string_view not_numpy[] = {"acos", "acosh", "asin",    "asinh",
                                              "atan", "atanh", "degrees", "erf",
                                              "erfc", "gamma", "radians", "lgamma"};
    return std::ranges::find(not_numpy, name) == std::end(not_numpy) ? call_real(name, x)
                                                                     : std::nullopt;
}

/// A function of one number that is NumPy's.
Value of_number(std::string_view name, const NumberValue& x, Range range) {
    if (contains({"isnan", "isinf", "isfinite"}, name)) {
        const double value = to_double(x.value);
        return numpy_number(Scalar::Bool, name == "isnan"   ? std::isnan(value)
                                          : name == "isinf" ? std::isinf(value)
                                                            : std::isfinite(value));
    }
    if (x.type.is_bool()) {
        return in_numpy(range);
    }
    if (!x.type.is_float()) {
        if (auto whole = of_integer(name, x, range)) {
            return *whole;
        }
    }
    const auto scalar = float_of(x.type);
    if (!scalar) {
        return in_numpy(range);
    }
    const double value = to_double(x.value);
    if (name == "square") {
        return numpy_number(*scalar, numpy_binary(syntax::Operator::Mult, *scalar, value, value));
    }
    if (*scalar == Scalar::Float32 && contains({"deg2rad", "rad2deg"}, name)) {
        const auto half_turn = static_cast<float>(3.141592653589793);
        const float factor = name == "deg2rad" ? half_turn / 180.0F : 180.0F / half_turn;
        return numpy_number(*scalar, double(static_cast<float>(value) * factor));
    }
    return numpy_number(*scalar, *convert(*of_float(name, value), *scalar, false));
}

/// np.sqrt and the like on a number or on every element.
std::optional<Value> elementwise(std::string_view name, const Value& arg, Range range) {
    const bool is_test = contains({"isnan", "isinf", "isfinite"}, name);
    if (!is_test && name != "square" && !of_float(name, 0.5)) {
        return std::nullopt;
    }
    if (const auto* array = arg.get<ArrayValue>()) {
        return map_elements(
            *array,
            [&](const Value& x) { return of_number(name, std::get<NumberValue>(x.as), range); },
            range);
    }
    const auto* number = arg.get<NumberValue>();
    if (number == nullptr) {
        return arg.is_unknown() ? arg : unknown("the argument is no number", range);
    }
    return of_number(name, {number->type, number->value, false}, range);
}

/// np.minimum, np.fmax and their kin.
Value extreme_of(std::string_view name, const Value& a, const Value& b, Range range) {
    const Value sum = numpy_operator(syntax::Operator::Add, a, b, range);
    const auto* both = sum.get<NumberValue>();
    const auto* left = a.get<NumberValue>();
    const auto* right = b.get<NumberValue>();
    if (both == nullptr) {
        return sum;
    }
    const Scalar scalar = both->type.element();
    const auto x = convert(left->value, scalar, true);
    const auto y = convert(right->value, scalar, true);
    if (!x || !y) {
        return in_numpy(range);
    }
    const double p = to_double(*x);
    const double q = to_double(*y);
    if (std::isnan(p) || std::isnan(q)) {
        const bool keeps = name == "minimum" || name == "maximum";
        return numpy_number(scalar, std::isnan(p) == keeps ? *x : *y);
    }
    if (both->type.is_float() && p == q && std::signbit(p) != std::signbit(q)) {
        return in_numpy(range);
    }
    const bool is_min = name.ends_with("min") || name == "minimum";
    return numpy_number(scalar, (is_min ? *y < *x : *y > *x) ? *y : *x);
}

/// A function of two numbers, at least one of them NumPy's or both Python's.
Value of_numbers(std::string_view name, const Value& a, const Value& b, Range range) {
    if (const auto op = operator_of(name)) {
        return numpy_operator(*op, a, b, range);
    }
    if (const auto op = comparison_of(name)) {
        return numpy_compare(*op, a, b, range);
    }
    if (contains({"minimum", "maximum", "fmin", "fmax"}, name)) {
        return extreme_of(name, a, b, range);
    }
    const Value sum = numpy_operator(syntax::Operator::Add, a, b, range);
    const auto* both = sum.get<NumberValue>();
    const auto scalar = both != nullptr ? float_of(both->type) : std::nullopt;
    if (!scalar || (name == "fmod" && !both->type.is_float())) {
        return in_numpy(range);
    }
    const auto x = convert(std::get<NumberValue>(a.as).value, *scalar, false);
    const auto y = convert(std::get<NumberValue>(b.as).value, *scalar, false);
    const double p = to_double(*x);
    const double q = to_double(*y);
    if (*scalar == Scalar::Float32 && name == "nextafter") {
        return numpy_number(*scalar,
                            double(std::nextafter(static_cast<float>(p), static_cast<float>(q))));
    }
    return numpy_number(*scalar, *convert(*call_real(name, p, q), *scalar, false));
}

std::optional<Value> binary_function(std::string_view name, const Value& a, const Value& b,
                                     Range range) {
    const bool is_known = operator_of(name) || comparison_of(name) ||
                          contains({"minimum", "maximum", "fmin", "fmax", "arctan2", "copysign",
                                    "fmod", "hypot", "nextafter"},
                                   name);
    if (!is_known) {
        return std::nullopt;
    }
    if (a.is<ArrayValue>() || b.is<ArrayValue>()) {
        const auto op = operator_of(name);
        return op ? array_binary(*op, a, b, range)
                  : map_elements(
                        a, b,
                        [&](const Value& x, const Value& y) {
                            return of_numbers(name, x, y, range);
                        },
                        range);
    }
    if (!a.is<NumberValue>() || !b.is<NumberValue>()) {
        return std::nullopt;
    }
    return of_numbers(name, a, b, range);
}

}  // namespace

std::optional<Value> call_ufunc(std::string_view name, const CallArguments& args, Range range) {
    if (args.named.empty() && args.positional.size() == 1) {
        const bool is_fold = contains(
            {"sum", "prod", "mean", "min", "max", "amin", "amax", "any", "all", "cumsum"}, name);
        if (is_fold || args.positional[0].is<TupleValue>()) {
            const auto made = call_numpy("asarray", args, range);
            const auto* array = made ? made->get<ArrayValue>() : nullptr;
            if (array == nullptr) {
                return made;
            }
            return is_fold ? call_array_method(*array, name, {}, range)
                           : elementwise(name, *made, range);
        }
        return elementwise(name, args.positional[0], range);
    }
    if (args.named.empty() && args.positional.size() == 2) {
        return binary_function(name, args.positional[0], args.positional[1], range);
    }
    return std::nullopt;
}

std::optional<Value> numeric_limit(Scalar scalar, std::string_view name) {
    const Type type = Type::scalar(scalar);
    if (type.is_integer()) {
        const int bits = 8 * bytes(scalar);
        const Int128 high = (Int128(1) << (bits - (type.is_signed() ? 1 : 0))) - 1;
        if (name == "max") {
            return python_int(high);
        }
        if (name == "min") {
            return python_int(type.is_signed() ? -high - 1 : Int128(0));
        }
        return name == "bits" ? std::optional(python_int(bits)) : std::nullopt;
    }
    if (type != float32 && type != float64) {
        return std::nullopt;
    }
    const auto limit = [&](double of_float, double of_double) {
        return numpy_number(scalar, type == float32 ? of_float : of_double);
    };
    using Single = std::numeric_limits<float>;
    using Double = std::numeric_limits<double>;
    if (name == "max") {
        return limit(Single::max(), Double::max());
    }
    if (name == "min") {
        return limit(Single::lowest(), Double::lowest());
    }
    if (name == "eps") {
        return limit(Single::epsilon(), Double::epsilon());
    }
    if (name == "tiny" || name == "smallest_normal") {
        return limit(Single::min(), Double::min());
    }
    return name == "bits" ? std::optional(python_int(8 * bytes(scalar))) : std::nullopt;
}

}  // namespace pycu::sema
