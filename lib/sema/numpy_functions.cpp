// Functions of NumPy that compute with known numbers and arrays: np.sqrt, np.add, np.iinfo ...
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "sema/arrays.h"
#include "sema/numbers.h"
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
        {"true_divide", Div},
    };
    const auto* found = std::ranges::find(names, name, [](const auto& one) { return one.first; });
    return found != std::end(names) ? std::optional(found->second) : std::nullopt;
}

std::optional<double> real_function(std::string_view name, double x) {
    if (name == "absolute" || name == "abs") {
        return std::fabs(x);
    }
    if (name == "square") {
        return x * x;
    }
    if (name == "floor" || name == "ceil" || name == "trunc" || name == "rint") {
        return name == "floor"  ? std::floor(x)
               : name == "ceil" ? std::ceil(x)
               : name == "rint" ? std::nearbyint(x)
                                : std::trunc(x);
    }
    return call_real(name, x);
}

/// np.sqrt and the like on a number or on every element: float32 stays float32, and integers of
/// 32 and 64 bits become float64.
std::optional<Value> elementwise(std::string_view name, const Value& arg, Range range) {
    if (!real_function(name, 0.5)) {
        return std::nullopt;
    }
    const auto* array = arg.get<ArrayValue>();
    const auto* number = arg.get<NumberValue>();
    if (array == nullptr && number == nullptr) {
        return arg.is_unknown() ? arg : unknown("the argument is no number", range);
    }
    const Type element = array != nullptr ? array->type.element_type() : number->type;
    const bool keeps_ints = name == "abs" || name == "absolute" || name == "square";
    if (keeps_ints && !element.is_float()) {
        return unknown("it is computed by NumPy", range);
    }
    if (!element.is_float() && bytes(element) < 4) {
        return unknown("NumPy computes it in a small float", range);
    }
    const Scalar scalar = element == float32 ? Scalar::Float32 : Scalar::Float64;
    const auto compute = [&](const ir::Number& x) {
        return *convert(*real_function(name, to_double(x)), scalar, false);
    };
    if (number != nullptr) {
        return numpy_number(scalar, compute(number->value));
    }
    ArrayValue result{
        Type::array(scalar, array->type.rank(), array->type.layout(), true), array->shape, {}};
    std::ranges::transform(array->elements, std::back_inserter(result.elements), compute);
    return Value{std::move(result)};
}

std::optional<Value> binary_function(std::string_view name, const Value& a, const Value& b,
                                     Range range) {
    if (const auto op = operator_of(name)) {
        if (a.is<ArrayValue>() || b.is<ArrayValue>()) {
            return array_binary(*op, a, b, range);
        }
        return binary(*op, a, b, range);
    }
    const auto* x = a.get<NumberValue>();
    const auto* y = b.get<NumberValue>();
    if (x == nullptr || y == nullptr) {
        return std::nullopt;
    }
    if (const auto result = call_real(name, to_double(x->value), to_double(y->value))) {
        const bool is_single = (x->type == float32 || x->is_python) &&
                               (y->type == float32 || y->is_python) &&
                               (!x->is_python || !y->is_python);
        const Scalar scalar = is_single ? Scalar::Float32 : Scalar::Float64;
        return numpy_number(scalar, *convert(*result, scalar, false));
    }
    return std::nullopt;
}

}  // namespace

std::optional<Value> call_ufunc(std::string_view name, const CallArguments& args, Range range) {
    if (args.named.empty() && args.positional.size() == 1) {
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
