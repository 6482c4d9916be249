// NumPy's elementwise functions and reductions on host values.
#include <algorithm>

#include "sema/constants/numbers.h"
#include "sema/host/calls.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

bool is_inexact(Scalar scalar) {
    return scalar >= Scalar::Float16;
}

/// The float that a function like sqrt makes of integers.
Scalar as_inexact(Scalar scalar) {
    if (is_inexact(scalar)) {
        return scalar;
    }
    const int size = scalar == Scalar::Bool ? 1 : bytes(scalar);
    return size == 1 ? Scalar::Float16 : size == 2 ? Scalar::Float32 : Scalar::Float64;
}

std::optional<syntax::Operator> ufunc_operator(std::string_view name) {
    using enum syntax::Operator;
    constexpr std::pair<std::string_view, syntax::Operator> operators[] = {
        {"add", Add},
        {"bitwise_and", BitAnd},
        {"bitwise_or", BitOr},
        {"bitwise_xor", BitXor},
        {"divide", Div},
        {"floor_divide", FloorDiv},
        {"left_shift", LShift},
        {"matmul", MatMult},
        {"mod", Mod},
        {"multiply", Mult},
        {"power", Pow},
        {"remainder", Mod},
        {"right_shift", RShift},
        {"subtract", Sub},
        {"true_divide", Div}};
    for (const auto& [written, op] : operators) {
        if (written == name) {
            return op;
        }
    }
    return std::nullopt;
}

/// The arguments as a ufunc sees them: lists are arrays, Python's numbers weak.
struct Operands {
    std::vector<HostValue> values;
    std::vector<HostNumber> numbers;
    std::optional<HostValue> failed;
};

Operands operands_of(const HostArguments& args, std::size_t count) {
    Operands made;
    bool all_python = true;
    for (std::size_t i = 0; i < count && i < args.positional.size(); ++i) {
        const HostValue& given = args.positional[i];
        HostValue value = number_of(given) ? given : as_host_array(given, args.range);
        const auto number = dtype_operand(value);
        if (!number) {
            made.failed = value;
            return made;
        }
        all_python = all_python && number->is_python;
        made.values.push_back(std::move(value));
        made.numbers.push_back(*number);
    }
    for (HostNumber& number : made.numbers) {
        number.is_python = number.is_python && !all_python;
    }
    return made;
}

/// The dtype of a function of one operand.
std::optional<Scalar> unary_dtype(std::string_view name, Scalar scalar) {
    if (is_one_of(name, {"sqrt",  "exp",     "exp2",    "expm1",   "log",     "log2",    "log10",
                         "log1p", "sin",     "cos",     "tan",     "arcsin",  "arccos",  "arctan",
                         "sinh",  "cosh",    "tanh",    "arcsinh", "arccosh", "arctanh", "cbrt",
                         "rint",  "deg2rad", "rad2deg", "degrees", "radians", "fabs"})) {
        return as_inexact(scalar);
    }
    if (is_one_of(name, {"isnan", "isinf", "isfinite", "logical_not", "signbit"})) {
        return Scalar::Bool;
    }
    if (is_one_of(name, {"abs", "absolute"})) {
        return scalar == Scalar::Complex64    ? Scalar::Float32
               : scalar == Scalar::Complex128 ? Scalar::Float64
                                              : scalar;
    }
    const bool keeps =
        is_one_of(name, {"floor", "ceil", "trunc", "positive", "conj", "conjugate", "nan_to_num"});
    const bool keeps_numbers = is_one_of(name, {"negative", "sign", "square", "reciprocal"});
    if (keeps || (keeps_numbers && scalar != Scalar::Bool)) {
        return scalar;
    }
    return std::nullopt;
}

std::optional<Scalar> binary_dtype(std::string_view name, const std::vector<HostNumber>& numbers) {
    const auto common = promote_dtypes(numbers);
    if (!common) {
        return std::nullopt;
    }
    if (is_one_of(name, {"equal", "not_equal", "less", "less_equal", "greater", "greater_equal",
                         "logical_and", "logical_or", "logical_xor"})) {
        return Scalar::Bool;
    }
    if (is_one_of(name, {"maximum", "minimum", "fmax", "fmin"})) {
        return common;
    }
    if (is_one_of(name, {"arctan2", "hypot", "copysign", "nextafter", "logaddexp"})) {
        return *common == Scalar::Complex64 || *common == Scalar::Complex128
                   ? std::nullopt
                   : std::optional(as_inexact(*common));
    }
    return std::nullopt;
}

HostResult elementwise_call(std::string_view name, const HostArguments& args) {
    const HostValue* out = args.get(99, "out");
    if (out != nullptr) {
        return *out;
    }
    if (args.get(99, "dtype") != nullptr || args.get(99, "where") != nullptr) {
        return std::nullopt;
    }
    if (const auto op = ufunc_operator(name); op && args.positional.size() == 2) {
        Operands both = operands_of(args, 2);
        if (both.failed) {
            return both.failed;
        }
        const bool all_python = std::ranges::all_of(args.positional, [](const HostValue& v) {
            return number_of(v) && number_of(v)->is_python;
        });
        if (all_python) {
            // Two of Python's numbers are int64 or float64 here.
            const auto strong = [](const HostNumber& number) {
                return HostValue{HostNumber{number.type, false, number.value}};
            };
            return host_binary(*op, strong(both.numbers[0]), strong(both.numbers[1]), args.range);
        }
        return host_binary(*op, both.values[0], both.values[1], args.range);
    }
    const std::size_t count = args.positional.size();
    if (count != 1 && count != 2) {
        return std::nullopt;
    }
    const Operands operands = operands_of(args, count);
    if (operands.failed) {
        return operands.failed;
    }
    const auto dtype = count == 1 ? unary_dtype(name, operands.numbers[0].type.element())
                                  : binary_dtype(name, operands.numbers);
    if (!dtype) {
        return std::nullopt;
    }
    return apply_elementwise(operands.values, *dtype, args.range);
}

/// np.where(condition, x, y) and np.clip(a, low, high): three operands, of which the last ones or
/// all make the dtype.
HostResult three_operands(std::string_view name, const HostArguments& args) {
    if (args.positional.size() != 3 || !args.named.empty()) {
        return std::nullopt;
    }
    Operands operands = operands_of(args, 3);
    if (operands.failed) {
        return operands.failed;
    }
    std::vector<HostNumber> numbers = operands.numbers;
    const bool is_where = name == "where";
    if (is_where) {
        numbers.erase(numbers.begin());
    }
    const auto dtype = promote_dtypes(numbers);
    HostValue made = apply_elementwise(operands.values, *dtype, args.range);
    if (is_where && made.get<HostNumber>() != nullptr) {
        return host_unknown("it is an array of no dimension", args.range);
    }
    return made;
}

/// The dtype of a reduction; nothing where there is none of this name.
std::optional<Scalar> reduced_dtype(std::string_view name, Scalar scalar) {
    if (is_one_of(name, {"sum", "prod", "nansum", "cumsum", "cumprod", "trace"})) {
        const bool is_small = scalar < Scalar::Float16;
        return !is_small ? scalar : scalar >= Scalar::UInt8 ? Scalar::UInt64 : Scalar::Int64;
    }
    if (is_one_of(name, {"mean", "std", "var", "nanmean", "nanstd", "median", "average"})) {
        const bool is_plain = name == "mean" || name == "nanmean" || name == "average";
        if (scalar >= Scalar::Complex64 && !is_plain) {
            return std::nullopt;
        }
        return is_inexact(scalar) ? scalar : Scalar::Float64;
    }
    if (is_one_of(name, {"max", "min", "amax", "amin", "nanmax", "nanmin", "ptp"})) {
        return scalar;
    }
    if (is_one_of(name, {"argmax", "argmin"})) {
        return Scalar::Int64;
    }
    return is_one_of(name, {"any", "all"}) ? std::optional(Scalar::Bool) : std::nullopt;
}

std::optional<std::vector<std::size_t>> axes_of(const HostValue& axis, std::size_t rank) {
    std::vector<HostValue> given = {axis};
    if (const HostItems* several = axis.items()) {
        given = several->items;
    }
    std::vector<std::size_t> axes;
    for (const HostValue& one : given) {
        const auto* known = one.get<Value>();
        const auto index = known != nullptr ? as_index(*known) : std::nullopt;
        const auto place = index ? python::item_place(*index, rank) : std::nullopt;
        if (!place) {
            return std::nullopt;
        }
        axes.push_back(*place);
    }
    return axes;
}

}  // namespace

HostResult call_host_ufunc(std::string_view name, const HostArguments& args) {
    if (name == "where" || name == "clip") {
        return three_operands(name, args);
    }
    return elementwise_call(name, args);
}

HostResult call_host_reduction(std::string_view name, const HostArguments& args) {
    const HostValue* given = args.get(0, "a");
    if (given == nullptr || !reduced_dtype(name, Scalar::Float64)) {
        return std::nullopt;
    }
    const HostValue model = as_host_array(*given, args.range);
    const HostArray* array = model.array();
    if (array == nullptr) {
        return model;
    }
    if (array->is_device || args.get(99, "out") != nullptr || args.get(99, "where") != nullptr) {
        return std::nullopt;
    }
    const bool is_average = name == "average" || name == "median" || name == "trace";
    const HostValue* asked = is_average ? nullptr : args.get(2, "dtype");
    const auto natural = reduced_dtype(name, array->dtype);
    const auto dtype = asked != nullptr && is_one_of(name, {"sum", "prod", "cumsum", "cumprod",
                                                            "mean", "std", "var"})
                           ? host_dtype(*asked)
                           : std::optional<HostDtype>(natural);
    if (!dtype || (is_average && args.positional.size() + args.named.size() > 1)) {
        return std::nullopt;
    }
    const bool is_running = name == "cumsum" || name == "cumprod";
    const HostValue* axis = args.get(1, "axis");
    const HostValue* keep = args.get(99, "keepdims");
    const auto* kept = keep != nullptr ? keep->get<Value>() : nullptr;
    const bool keeps = kept != nullptr && truth(*kept) == true;
    if (axis == nullptr && !is_running && !keeps) {
        return keep != nullptr && kept == nullptr
                   ? std::nullopt
                   : HostResult(host_number(Type::scalar(*dtype), false));
    }
    if (is_running) {
        return axis != nullptr && array->rank() != 1
                   ? std::nullopt
                   : HostResult(
                         host_contiguous(*dtype, {python::product_of(array->memory.extents)}));
    }
    std::optional<std::vector<std::size_t>> axes;
    if (axis != nullptr) {
        axes = axes_of(*axis, array->rank());
    } else {
        axes.emplace();
        for (std::size_t i = 0; i < array->rank(); ++i) {
            axes->push_back(i);
        }
    }
    if (!axes) {
        return std::nullopt;
    }
    if (!keeps && axes->size() == array->rank()) {
        return host_number(Type::scalar(*dtype), false);
    }
    // argmax walks along its axis and allocates in C order.
    const bool is_place = name == "argmax" || name == "argmin";
    Strides made = python::reduced(array->memory, *axes, keeps, bytes(*dtype));
    return is_place ? host_contiguous(*dtype, made.extents) : host_array(*dtype, std::move(made));
}

}  // namespace pycu::sema
