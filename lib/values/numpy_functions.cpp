// What NumPy's functions of every element compute, and of all of them, by their rows: np.sqrt,
// np.add ...; np.iinfo and np.finfo.
#include <algorithm>
#include <cmath>
#include <limits>

#include "api/functions.h"
#include "types/scalar.h"
#include "values/elements.h"
#include "values/host_values.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

/// A number as a row computes with it; nothing for a half made of NumPy's ints, and for no float.
std::optional<double> real_of(const Value& number, Scalar dtype) {
    const auto& given = std::get<NumberValue>(number.as);
    const bool is_weak = given.is_python && !given.type.is_bool();
    const bool is_computed =
        is_float(dtype) && (dtype != Scalar::Float16 || given.type.is_float() || is_weak);
    return is_computed ? std::optional(to_double(*convert(given.value, dtype, false)))
                       : std::nullopt;
}

Value of_number(const api::Function& row, const Value& x, Scalar dtype, Range range) {
    const api::Compute& compute = row.compute;
    const auto& given = std::get<NumberValue>(x.as);
    if (row.rule == api::Rule::Boolean) {
        return numpy_number(Scalar::Bool, compute.real(to_double(given.value)) != 0);
    }
    if (given.type.is_integer() && compute.integer != nullptr) {
        const auto made = static_cast<std::uint64_t>(compute.integer(to_integer(given.value)));
        return numpy_number(dtype, *convert(made, dtype, false));
    }
    const auto value = real_of(x, dtype);
    if (!value) {
        return {in_numpy(range)};
    }
    return numpy_number(Scalar::Float64, dtype == Scalar::Float32 && compute.single != nullptr
                                             ? double(compute.single(static_cast<float>(*value)))
                                             : compute.real(*value));
}

/// np.minimum, np.fmax and their kin, of two numbers of one dtype.
Value extreme_of(const api::Extreme& wanted, Scalar scalar, const ir::Number& a,
                 const ir::Number& b, Range range) {
    const auto x = convert(a, scalar, true);
    const auto y = convert(b, scalar, true);
    if (!x || !y) {
        return {in_numpy(range)};
    }
    const double p = to_double(*x);
    const double q = to_double(*y);
    if (std::isnan(p) || std::isnan(q)) {
        return numpy_number(scalar, std::isnan(p) == wanted.keeps_nan ? *x : *y);
    }
    if (is_float(scalar) && p == q && std::signbit(p) != std::signbit(q)) {
        return {in_numpy(range)};
    }
    return numpy_number(scalar, (wanted.is_least ? *y < *x : *y > *x) ? *y : *x);
}

/// A function of two numbers, at least one of them NumPy's or both Python's.
Value of_numbers(const api::Function& row, const Value& a, const Value& b, Scalar dtype,
                 Range range) {
    const api::Compute& compute = row.compute;
    if (compute.compare) {
        return numpy_compare(*compute.compare, a, b, range);
    }
    if (compute.extreme) {
        return extreme_of(*compute.extreme, dtype, std::get<NumberValue>(a.as).value,
                          std::get<NumberValue>(b.as).value, range);
    }
    const auto x = real_of(a, dtype);
    const auto y = real_of(b, dtype);
    if (!x || !y) {
        return {in_numpy(range)};
    }
    return numpy_number(Scalar::Float64, dtype == Scalar::Float32 && compute.single2 != nullptr
                                             ? double(compute.single2(float(*x), float(*y)))
                                             : compute.real2(*x, *y));
}

}  // namespace

Elements ufunc_elements(const api::Function& row, const HostArray& made,
                        const CallArguments& args) {
    const api::Compute& compute = row.compute;
    if (compute.fold) {
        return args.get("dtype") != nullptr
                   ? in_numpy(args.range)
                   : folded(*compute.fold, made, *args.get("a"), args.range);
    }
    if (row.rule == api::Rule::Chosen && args.positional.size() == 3) {
        const auto choose = [&](const std::vector<Value>& v) {
            const auto& chosen = std::get<NumberValue>(v[truth(v[0]) == true ? 1 : 2].as);
            const auto value = convert(chosen.value, made.dtype.scalar, true);
            return value ? numpy_number(made.dtype.scalar, *value) : Value{in_numpy(args.range)};
        };
        return map_elements(made, args.positional, choose, args.range);
    }
    const bool is_unary = compute.real != nullptr;
    const bool is_binary = compute.binary || compute.compare || compute.extreme || compute.real2;
    if (args.get("out") != nullptr || args.positional.size() != (is_unary ? 1 : 2) ||
        (!is_unary && !is_binary)) {
        return in_numpy(args.range);
    }
    if (compute.binary) {
        return operator_elements(*compute.binary, made, args.positional, args.range);
    }
    return map_elements(
        made, args.positional,
        [&](const std::vector<Value>& v) {
            return is_unary ? of_number(row, v[0], made.dtype, args.range)
                            : of_numbers(row, v[0], v[1], made.dtype, args.range);
        },
        args.range);
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
