// Functions of NumPy on known numbers and on the elements of known arrays, by their rows: np.sqrt,
// np.add ...; np.iinfo and np.finfo.
#include <algorithm>
#include <cmath>
#include <limits>

#include "api/functions.h"
#include "python/constants/arrays.h"
#include "python/constants/numbers.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

Value in_numpy(Range range) {
    return unknown("NumPy computes it while the program runs", range);
}

/// The dtype in which a row computes; none where it is a half made of ints, or no float at all.
std::optional<Scalar> float_dtype(const api::Function& row, Scalar common) {
    const auto dtype = api::result_dtype(row.rule, common);
    const bool is_computed =
        dtype && is_float(*dtype) && (*dtype != Scalar::Float16 || *dtype == common);
    return is_computed ? dtype : std::nullopt;
}

Value of_number(const api::Function& row, const NumberValue& x, Range range) {
    const api::Compute& compute = row.compute;
    const double value = to_double(x.value);
    if (row.rule == api::Rule::Boolean) {
        return numpy_number(Scalar::Bool, compute.real(value) != 0);
    }
    if (x.type.is_integer() && compute.integer != nullptr) {
        const auto made = static_cast<std::uint64_t>(compute.integer(to_integer(x.value)));
        return numpy_number(x.type.element(), *convert(made, x.type.element(), false));
    }
    const auto dtype = float_dtype(row, x.type.element());
    if (!dtype) {
        return in_numpy(range);
    }
    const double made = *dtype == Scalar::Float32 && compute.single != nullptr
                            ? double(compute.single(static_cast<float>(value)))
                            : compute.real(value);
    return numpy_number(*dtype, *convert(made, *dtype, false));
}

/// np.sqrt and the like on a number or on every element.
std::optional<Value> elementwise(const api::Function& row, const Value& arg, Range range) {
    if (row.compute.real == nullptr) {
        return std::nullopt;
    }
    if (const auto* array = arg.get<ArrayValue>()) {
        return map_elements(
            *array,
            [&](const Value& x) { return of_number(row, std::get<NumberValue>(x.as), range); },
            range);
    }
    const auto* number = arg.get<NumberValue>();
    if (number == nullptr) {
        return arg.is_unknown() ? arg : unknown("the argument is no number", range);
    }
    return of_number(row, {number->type, number->value, false}, range);
}

/// np.minimum, np.fmax and their kin, of two numbers of one dtype.
Value extreme_of(const api::Extreme& wanted, Scalar scalar, const ir::Number& a,
                 const ir::Number& b, Range range) {
    const auto x = convert(a, scalar, true);
    const auto y = convert(b, scalar, true);
    if (!x || !y) {
        return in_numpy(range);
    }
    const double p = to_double(*x);
    const double q = to_double(*y);
    if (std::isnan(p) || std::isnan(q)) {
        return numpy_number(scalar, std::isnan(p) == wanted.keeps_nan ? *x : *y);
    }
    if (is_float(scalar) && p == q && std::signbit(p) != std::signbit(q)) {
        return in_numpy(range);
    }
    return numpy_number(scalar, (wanted.is_least ? *y < *x : *y > *x) ? *y : *x);
}

/// A function of two numbers, at least one of them NumPy's or both Python's.
Value of_numbers(const api::Function& row, const Value& a, const Value& b, Range range) {
    const api::Compute& compute = row.compute;
    if (compute.binary) {
        return numpy_operator(*compute.binary, a, b, range);
    }
    if (compute.compare) {
        return numpy_compare(*compute.compare, a, b, range);
    }
    const Value sum = numpy_operator(BinaryOp::Add, a, b, range);
    const auto* both = sum.get<NumberValue>();
    if (both == nullptr) {
        return sum;
    }
    const ir::Number& left = std::get<NumberValue>(a.as).value;
    const ir::Number& right = std::get<NumberValue>(b.as).value;
    const Scalar common = both->type.element();
    if (compute.extreme) {
        return extreme_of(*compute.extreme, common, left, right, range);
    }
    const auto dtype = float_dtype(row, common);
    if (!dtype) {
        return in_numpy(range);
    }
    const double x = to_double(*convert(left, *dtype, false));
    const double y = to_double(*convert(right, *dtype, false));
    const double made = *dtype == Scalar::Float32 && compute.single2 != nullptr
                            ? double(compute.single2(static_cast<float>(x), static_cast<float>(y)))
                            : compute.real2(x, y);
    return numpy_number(*dtype, *convert(made, *dtype, false));
}

std::optional<Value> binary_function(const api::Function& row, const Value& a, const Value& b,
                                     Range range) {
    const api::Compute& compute = row.compute;
    if (!compute.binary && !compute.compare && !compute.extreme && compute.real2 == nullptr) {
        return std::nullopt;
    }
    if (a.is<ArrayValue>() || b.is<ArrayValue>()) {
        return compute.binary ? array_binary(*compute.binary, a, b, range)
                              : map_elements(
                                    a, b,
                                    [&](const Value& x, const Value& y) {
                                        return of_numbers(row, x, y, range);
                                    },
                                    range);
    }
    if (!a.is<NumberValue>() || !b.is<NumberValue>()) {
        return std::nullopt;
    }
    return of_numbers(row, a, b, range);
}

}  // namespace

std::optional<Value> call_ufunc(std::string_view name, const CallArguments& args, Range range) {
    const api::Function* row = api::find_function("numpy." + std::string(name));
    if (row == nullptr || !args.named.empty()) {
        return std::nullopt;
    }
    const bool is_fold = !row->is_elementwise();
    if (args.positional.size() == 1) {
        if (is_fold || args.positional[0].is<HostItems>()) {
            const auto made = call_numpy("asarray", args, range);
            const auto* array = made ? made->get<ArrayValue>() : nullptr;
            if (array == nullptr) {
                return made;
            }
            return is_fold ? call_array_method(*array, name, {}, range)
                           : elementwise(*row, *made, range);
        }
        return elementwise(*row, args.positional[0], range);
    }
    return args.positional.size() == 2
               ? binary_function(*row, args.positional[0], args.positional[1], range)
               : std::nullopt;
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
