// NumPy's random numbers: dtypes of numpy.random and of its generators.
#include <algorithm>

#include "sema/constants/numbers.h"
#include "sema/host/calls.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

/// A function of random numbers: where its size stands, and how many parameters before it may be
/// arrays.
struct Distribution {
    std::string_view name;
    std::size_t parameters;
    Scalar dtype;
};

constexpr Distribution distributions[] = {
    {"beta", 2, Scalar::Float64},
    {"binomial", 2, Scalar::Int64},
    {"chisquare", 1, Scalar::Float64},
    {"exponential", 1, Scalar::Float64},
    {"gamma", 2, Scalar::Float64},
    {"geometric", 1, Scalar::Int64},
    {"gumbel", 2, Scalar::Float64},
    {"laplace", 2, Scalar::Float64},
    {"logistic", 2, Scalar::Float64},
    {"lognormal", 2, Scalar::Float64},
    {"normal", 2, Scalar::Float64},
    {"poisson", 1, Scalar::Int64},
    {"power", 1, Scalar::Float64},
    {"random", 0, Scalar::Float64},
    {"random_sample", 0, Scalar::Float64},
    {"ranf", 0, Scalar::Float64},
    {"rayleigh", 1, Scalar::Float64},
    {"sample", 0, Scalar::Float64},
    {"standard_cauchy", 0, Scalar::Float64},
    {"standard_exponential", 0, Scalar::Float64},
    {"standard_normal", 0, Scalar::Float64},
    {"uniform", 2, Scalar::Float64},
    {"weibull", 1, Scalar::Float64},
};

HostResult drawn(Scalar dtype, const HostValue* size, bool is_python, const HostArguments& args) {
    if (size == nullptr) {
        const Type type = Type::scalar(dtype);
        return type.is_integer() ? host_integer(type, is_python)
                                 : host_number(is_python ? float64 : type, is_python);
    }
    if (const auto* why = size->why_unknown()) {
        return HostValue{Value{*why}};
    }
    auto extents = host_shape(*size);
    return extents ? host_contiguous(dtype, std::move(*extents))
                   : host_unknown("its shape is not known", args.range);
}

HostResult integers(const HostArguments& args, bool is_generator) {
    const HostValue* asked = args.get(3, "dtype");
    const auto dtype =
        asked != nullptr ? host_dtype(*asked) : std::optional<HostDtype>(Scalar::Int64);
    for (const HostValue* one : {args.get(0, "low"), args.get(1, "high")}) {
        if (one != nullptr && !number_of(*one)) {
            return std::nullopt;
        }
    }
    if (!dtype) {
        return host_unknown("its dtype is not known", args.range);
    }
    const bool is_python = asked == nullptr && !is_generator;
    return drawn(*dtype, args.get(2, "size"), is_python, args);
}

HostResult distributed(const Distribution& one, const HostArguments& args, bool is_generator) {
    Scalar dtype = one.dtype;
    const bool takes_dtype = is_generator && one.parameters == 0;
    const HostValue* asked = takes_dtype ? args.get(1, "dtype") : nullptr;
    if (asked != nullptr) {
        const auto given = host_dtype(*asked);
        if (!given) {
            return std::nullopt;
        }
        dtype = *given;
    }
    const HostValue* size = args.get(one.parameters, "size");
    for (std::size_t i = 0; i < one.parameters && i < args.positional.size(); ++i) {
        if (size == nullptr && !number_of(args.positional[i])) {
            return std::nullopt;
        }
    }
    for (const auto& [name, value] : args.named) {
        const bool is_parameter = name != "size" && name != "dtype" && name != "out";
        if (name == "out" || (is_parameter && size == nullptr && !number_of(value))) {
            return std::nullopt;
        }
    }
    return drawn(dtype, size, true, args);
}

HostResult rearranged(std::string_view name, const HostArguments& args) {
    const HostValue* of = args.get(0, name == "choice" ? "a" : "x");
    if (of == nullptr) {
        return std::nullopt;
    }
    const HostValue* size = name == "choice" ? args.get(1, "size") : nullptr;
    if (const auto count = extent_of(*of)) {
        return name == "choice" ? drawn(Scalar::Int64, size, true, args)
                                : HostResult(host_contiguous(Scalar::Int64, {*count}));
    }
    const HostValue model = as_host_array(*of, args.range);
    const HostArray* array = model.array();
    if (array == nullptr) {
        return model;
    }
    if (array->is_device || array->rank() != 1) {
        return std::nullopt;
    }
    return name == "choice" ? drawn(array->dtype, size, false, args)
                            : HostResult(host_contiguous(array->dtype, array->memory.extents));
}

}  // namespace

HostResult call_host_random(std::string_view name, const HostArguments& args, bool is_generator) {
    if (!is_generator && (name == "rand" || name == "randn")) {
        if (args.positional.empty()) {
            return host_number(float64);
        }
        const HostValue shape = host_tuple(args.positional);
        return drawn(Scalar::Float64, &shape, true, args);
    }
    if (name == (is_generator ? "integers" : "randint")) {
        return integers(args, is_generator);
    }
    if (name == "permutation" || name == "choice") {
        return rearranged(name, args);
    }
    for (const Distribution& one : distributions) {
        if (one.name == name) {
            return distributed(one, args, is_generator);
        }
    }
    if (!is_generator && (name == "default_rng" || name == "RandomState")) {
        return HostValue{Value{Dotted{name == "default_rng" ? "numpy.random.Generator()"
                                                            : "numpy.random.RandomState()"}}};
    }
    return name == "seed" || name == "shuffle" ? HostResult(HostValue{Value{NoneValue{}}})
                                               : std::nullopt;
}

}  // namespace pycu::sema
