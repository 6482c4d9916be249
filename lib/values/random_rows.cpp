// Random numbers: dtypes of numpy.random and of its generators, and of Python's random.
#include <algorithm>

#include "types/scalar.h"
#include "values/functions.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

HostResult of_size(Scalar dtype, const Value* size, bool is_python, const CallArguments& args) {
    if (size == nullptr) {
        const Type type = Type::scalar(dtype);
        return type.is_integer() ? host_integer(type, is_python)
                                 : host_number(is_python ? float64 : type, is_python);
    }
    if (const auto* why = size->get<Unknown>()) {
        return Value{*why};
    }
    auto extents = host_shape(*size);
    return extents ? host_contiguous(dtype, std::move(*extents))
                   : unknown("its shape is not known", args.range);
}

/// numpy.random.randint, of which a single one is Python's, and a generator's integers.
template <bool is_python>
HostResult integers(const CallArguments& args) {
    const auto dtype = dtype_or(args, Scalar::Int64);
    for (const Value* one : {args.get("low"), args.get("high")}) {
        if (one != nullptr && !number_of(*one)) {
            return std::nullopt;
        }
    }
    return dtype
               ? of_size(*dtype, args.get("size"), is_python && args.get("dtype") == nullptr, args)
               : unknown("its dtype is not known", args.range);
}

/// A distribution, whose parameters may be arrays where a size is given.
template <Scalar natural>
HostResult drawn(const CallArguments& args) {
    const auto dtype = dtype_or(args, natural);
    const Value* size = args.get("size");
    for (const auto& [name, value] : args.named) {
        if (size == nullptr && name != "size" && name != "dtype" && !number_of(value)) {
            return std::nullopt;
        }
    }
    return dtype ? of_size(*dtype, size, true, args) : std::nullopt;
}

/// numpy.random.rand and randn.
HostResult of_shape(const CallArguments& args) {
    if (args.positional.empty()) {
        return host_number(float64);
    }
    const Value shape = host_tuple(args.positional);
    return of_size(Scalar::Float64, &shape, true, args);
}

/// The array that numbers are chosen of; a row, on the host.
HostResult row_of(const Value& value, Range range) {
    Value model = as_host_array(value, range);
    const HostArray* array = model.array();
    return array != nullptr && (array->is_device || array->rank() != 1) ? std::nullopt
                                                                        : HostResult(model);
}

HostResult chosen(const CallArguments& args) {
    if (extent_of(args.first())) {
        return of_size(Scalar::Int64, args.get("size"), true, args);
    }
    const HostResult row = row_of(args.first(), args.range);
    return row && row->array() != nullptr
               ? of_size(row->array()->dtype, args.get("size"), false, args)
               : row;
}

HostResult permuted(const CallArguments& args) {
    const Value& of = args.positional[0];
    if (const auto count = extent_of(of)) {
        return host_contiguous(Scalar::Int64, {*count});
    }
    const HostResult row = row_of(of, args.range);
    return row && row->array() != nullptr
               ? HostResult(host_contiguous(row->array()->dtype, row->array()->memory.extents))
               : row;
}

HostResult none(const CallArguments& /*args*/) {
    return Value{NoneValue{}};
}

HostResult generator(const CallArguments& /*args*/) {
    return Value{Dotted{"numpy.random.Generator()"}};
}

HostResult random_state(const CallArguments& /*args*/) {
    return Value{Dotted{"numpy.random.RandomState()"}};
}

/// A float of Python's, unless NumPy's numbers are computed with.
HostResult real(const CallArguments& args) {
    const bool are_python = std::ranges::all_of(args.named, [](const auto& one) {
        const auto number = number_of(one.second);
        return one.second.template is<NoneValue>() || (number && number->is_python);
    });
    return are_python ? HostResult(host_number(float64)) : std::nullopt;
}

HostResult whole(const CallArguments& /*args*/) {
    return host_integer();
}

/// random.getrandbits: of more bits it may be a uint64, or nothing that a kernel takes.
HostResult bits(const CallArguments& args) {
    const auto count = extent_of(args.first());
    const bool fits = count && count->known() && *count->known() < 64;
    return fits ? HostResult(host_integer()) : std::nullopt;
}

/// random.choice
HostResult element(const CallArguments& args) {
    return host_element(args.first(), args.range);
}

/// random.sample and choices: a list of as many as `k` says.
HostResult elements(const CallArguments& args) {
    const Value* count = args.get("k");
    const auto known = count != nullptr ? extent_of(*count) : std::optional<Extent>(1);
    const bool may_be_empty = !(known && known->known() && *known->known() > 0);
    return host_many(host_element(args.first(), args.range), true, may_be_empty);
}

HostResult python_generator(const CallArguments& /*args*/) {
    return Value{Dotted{"random.Random()"}};
}

constexpr Typed random_functions[] = {
#define PYCU_RANDOM(name, parameters, types) {name, types},
#include "api/rows.def"
};

}  // namespace

std::span<const Typed> random_rows() {
    return random_functions;
}

HostResult call_host_generator(std::string_view name, const CallArguments& args) {
    // What it has under another name, or not at all.
    constexpr std::string_view legacy[] = {"RandomState", "default_rng", "rand",
                                           "randint",     "randn",       "seed"};
    const std::string own = "numpy.random.Generator." + std::string(name);
    const bool is_own =
        api::find_function(own) != nullptr || std::ranges::find(legacy, name) != std::end(legacy);
    return call_host_function(is_own ? own : "numpy.random." + std::string(name), args);
}

}  // namespace pycu::sema
