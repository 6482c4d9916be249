// NumPy's functions that make arrays, numba.cuda's and CuPy's, on host values.
#include <algorithm>
#include <cmath>

#include "types/scalar.h"
#include "values/arguments.h"
#include "values/elements.h"
#include "values/functions.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

HostResult of_shape(const CallArguments& args, const Value& shape,
                    std::optional<HostDtype> natural) {
    if (const auto* why = shape.get<Unknown>()) {
        return Value{*why};
    }
    auto extents = host_shape(shape);
    if (!extents) {
        return unknown("its shape is not known", args.range);
    }
    const auto dtype = dtype_or(args, natural);
    if (!dtype) {
        return unknown("its dtype is not known", args.range);
    }
    const char order = host_order(args);
    return order == '?' ? unknown("its order is not known", args.range)
                        : host_array(*dtype, values::contiguous(std::move(*extents), bytes(*dtype),
                                                                order == 'F'));
}

/// One number everywhere.
HostResult everywhere(HostResult decided, const Value& fill, const CallArguments& args) {
    return with_elements(std::move(decided), args, [&](const HostArray& made) -> Elements {
        const auto* number = fill.get<NumberValue>();
        if (number == nullptr) {
            return Unknown{"what fills it is not known", args.range};
        }
        // A Python int must fit; a float is cut off, as C does it.
        const bool must_fit = !std::holds_alternative<double>(number->value);
        const auto element = convert(number->value, made.dtype, must_fit);
        const auto count = std::size_t(*values::product_of(made.memory.extents).known());
        return element ? Elements(Numbers(count, *element))
                       : Unknown{"the number does not fit the dtype", args.range};
    });
}

HostResult shaped(const CallArguments& args) {
    return of_shape(args, args.first(), Scalar::Float64);
}

/// np.zeros and its kin.
template <int fill>
HostResult filled(const CallArguments& args) {
    return everywhere(shaped(args), python_int(fill), args);
}

HostResult like(const CallArguments& args) {
    const Value model = as_host_array(args.first(), args.range);
    const HostArray* array = model.array();
    if (array == nullptr) {
        return model;
    }
    const auto dtype = dtype_or(args, array->dtype);
    if (!dtype) {
        return unknown("its dtype is not known", args.range);
    }
    const char order = host_order(args);
    const Value* shape = args.get("shape");
    if (order == '?' || (shape != nullptr && order != 'F' && order != 'C')) {
        return unknown("its order is not known", args.range);
    }
    return shape != nullptr
               ? of_shape(args, *shape, *dtype)
               : HostResult(host_array(*dtype, values::ordered_as(order, array->memory,
                                                                  array->item(), bytes(*dtype))));
}

/// np.zeros_like and its kin.
template <int fill>
HostResult filled_like(const CallArguments& args) {
    return everywhere(like(args), python_int(fill), args);
}

HostResult full_like(const CallArguments& args) {
    return everywhere(like(args), args["fill_value"], args);
}

/// The elements of np.arange between limits that are known.
Elements arange_elements(const HostArray& made, const std::vector<Value>& limits, Range range) {
    const auto is_python = [](const Value& one) {
        const auto* number = one.get<NumberValue>();
        return number != nullptr && number->is_python;
    };
    // Of a NumPy number, or into a narrower float, the elements are computed in that dtype.
    const bool is_integer =
        std::ranges::all_of(limits, [](const Value& v) { return as_integer(v).has_value(); });
    if (made.dtype == Scalar::Bool || !std::ranges::all_of(limits, is_python) ||
        (!is_integer && made.dtype != Scalar::Float64)) {
        return in_numpy(range);
    }
    const double start = *as_double(limits[0]);
    const double second = start + *as_double(limits[2]);
    Numbers elements;
    for (std::int64_t i = 0; i < *made.memory.extents[0].known(); ++i) {
        const double value = i == 1 ? second : start + static_cast<double>(i) * (second - start);
        const auto element =
            convert(is_integer ? ir::Number(static_cast<std::int64_t>(value)) : ir::Number(value),
                    made.dtype, false);
        elements.push_back(*element);
    }
    return elements;
}

HostResult arange(const CallArguments& args) {
    std::vector<Value> limits;
    std::vector<HostNumber> operands{{int64, false}};  // never less than int64
    for (const std::string_view name : {"start", "stop", "step"}) {
        const Value* one = args.get(name);
        if (one == nullptr) {
            continue;
        }
        if (one->is_unknown() && args.get("dtype") == nullptr) {
            return Value{one->as};
        }
        const Type type = dtype_operand(*one).value_or(HostNumber{int64}).type;
        operands.push_back({type.is_bool() ? int64 : type, false});
        limits.push_back(plain(*one));
    }
    const bool has_start = args.get("stop") != nullptr;
    if (!has_start) {
        limits.insert(limits.begin(), python_int(0));
    }
    const auto dtype = dtype_or(args, promote_dtypes(operands));
    if (!dtype) {
        return unknown("its dtype is not known", args.range);
    }
    if (limits.size() < 3 || !std::ranges::all_of(limits, is_number)) {
        const auto stop = has_start ? std::nullopt : extent_of(args["start"]);
        return host_contiguous(
            *dtype, {stop ? derived(values::Rule::AtLeastZero, {*stop}) : Extent::unknown()});
    }
    const double start = *as_double(limits[0]), stop = *as_double(limits[1]);
    const double count = std::ceil((stop - start) / *as_double(limits[2]));
    const bool is_exact =
        std::fabs(start) < 0x1p53 && std::fabs(stop) < 0x1p53 && std::fabs(count) < 0x1p53;
    const Extent extent =
        is_exact ? Extent(std::max<std::int64_t>(0, std::int64_t(count))) : Extent::unknown();
    return with_elements(host_contiguous(*dtype, {extent}), args, [&](const HostArray& made) {
        return arange_elements(made, limits, args.range);
    });
}

Elements spaced_elements(const HostArray& made, const CallArguments& args) {
    const auto start = as_double(args["start"]);
    const auto stop = as_double(args["stop"]);
    const auto with_end = truth(args["endpoint"]);
    if (!start || !stop || !with_end) {
        return Unknown{"its limits are not known", args.range};
    }
    if (args.get("base") != nullptr ||
        (args.get("dtype") == nullptr && made.dtype != Scalar::Float64)) {
        return in_numpy(args.range);
    }
    const std::int64_t count = *made.memory.extents[0].known();
    const auto parts = static_cast<double>(*with_end ? count - 1 : count);
    const double step = (*stop - *start) / parts;
    Numbers elements;
    for (std::int64_t i = 0; i < count; ++i) {
        const auto at = static_cast<double>(i);
        const bool is_last = *with_end && count > 1 && i == count - 1;
        const double value =
            is_last ? *stop
                    : (step == 0 || parts == 0 ? at / std::max(parts, 1.0) * (*stop - *start)
                                               : at * step) +
                          *start;
        const auto element =
            convert(is_integer(made.dtype) ? std::floor(value) : value, made.dtype, false);
        if (!element) {
            return Unknown{"an element does not fit the dtype", args.range};
        }
        elements.push_back(*element);
    }
    return elements;
}

/// np.linspace and np.logspace.
HostResult spaced(const CallArguments& args) {
    const auto a = number_of(args["start"]), b = number_of(args["stop"]);
    const auto dtype =
        a && b ? dtype_or(args, promote_dtypes({*a, *b, {float64, true}})) : std::nullopt;
    if (!dtype) {
        return unknown("its dtype is not known", args.range);
    }
    return with_elements(
        host_contiguous(*dtype, {extent_of(args["num"]).value_or(Extent::unknown())}), args,
        [&](const HostArray& made) { return spaced_elements(made, args); });
}

/// np.hamming and its kin: float64, whatever number says how many.
HostResult window(const CallArguments& args) {
    const Value* beta = args.get("beta");
    const auto number = number_of(args["M"]);
    if (!number || number->type.is_complex() || (beta != nullptr && !number_of(*beta))) {
        return unknown("its arguments are no numbers that are known", args.range);
    }
    const auto count = extent_of(args["M"]);
    return with_elements(
        host_contiguous(Scalar::Float64,
                        {count ? derived(values::Rule::AtLeastZero, {*count}) : Extent::unknown()}),
        args, [&](const HostArray& /*made*/) -> Elements { return in_numpy(args.range); });
}

/// np.eye and np.identity: ones on a diagonal; np.tri: and below it.
template <bool is_full>
HostResult eye(const CallArguments& args) {
    const Value& columns = args.get("M") != nullptr ? args["M"] : args.first();
    const HostResult decided = of_shape(args, host_tuple({args.first(), columns}), Scalar::Float64);
    return with_elements(decided, args, [&](const HostArray& made) -> Elements {
        const auto diagonal = args.get("k") != nullptr ? as_index(args["k"]) : 0;
        if (!diagonal) {
            return Unknown{"its diagonal is not known", args.range};
        }
        Numbers elements;
        for (std::int64_t i = 0; i < *made.memory.extents[0].known(); ++i) {
            for (std::int64_t j = 0; j < *made.memory.extents[1].known(); ++j) {
                const bool is_one = is_full ? j - i <= *diagonal : j - i == *diagonal;
                elements.push_back(*convert(std::int64_t(is_one), made.dtype, true));
            }
        }
        return elements;
    });
}

/// np.array, np.asarray and their kin: a copy in an order, or the array itself.
HostResult converted(const CallArguments& args, char order, bool may_keep) {
    if (const auto given = dtype_or(args, std::nullopt)) {
        if (auto records = as_host_records(args.first(), *given, args.range)) {
            const HostArray* made = records->array();
            return made != nullptr && made->rank() > 1 && order != 'C' && order != 'K'
                       ? unknown("its order is not known", args.range)
                       : *records;
        }
    }
    const Value model = as_host_array(args.first(), args.range);
    const HostArray* array = model.array();
    if (array == nullptr) {
        return model;
    }
    const auto dtype = dtype_or(args, array->dtype);
    if (!dtype || order == '?') {
        return unknown(!dtype ? "its dtype is not known" : "its order is not known", args.range);
    }
    if (array->is_device) {
        return unknown("NumPy copies an array of the device", args.range);
    }
    using enum values::Tri;
    const auto fits = order == 'C' || order == 'F'
                          ? values::is_contiguous(array->memory, array->item(), order == 'F')
                          : Yes;
    const bool may_be_view = may_keep && *dtype == array->dtype && fits != No;
    if (may_be_view && fits == Yes) {
        return model;
    }
    if (may_be_view && array->is_readonly) {
        return unknown("nobody knows whether it is copied", args.range);
    }
    Value made =
        host_array(*dtype, values::ordered_as(order, array->memory, array->item(), bytes(*dtype)));
    if (may_be_view) {
        std::get<HostArrayRef>(made.as)->base = std::get<HostArrayRef>(model.as);
    }
    return made;
}

HostResult array(const CallArguments& args) {
    return args.get("copy") != nullptr
               ? kept(converted(args, host_order(args), truth(args["copy"]) == false), args)
               : std::nullopt;
}

HostResult as_array(const CallArguments& args) {
    return args.get("copy") == nullptr ? kept(converted(args, host_order(args), true), args)
                                       : std::nullopt;
}

/// np.ascontiguousarray and np.asfortranarray, which make an array of one dimension of a number.
template <char order>
HostResult in_order(const CallArguments& args) {
    HostResult made = converted(args, order, true);
    const HostArray* array = made->array();
    const bool is_number = array != nullptr && array->rank() == 0;
    return kept(is_number ? host_contiguous(array->dtype, {1}) : std::move(made), args);
}

HostResult full(const CallArguments& args) {
    const Value model = as_host_array(args["fill_value"], args.range);
    const HostArray* array = model.array();
    if (array == nullptr && args.get("dtype") == nullptr) {
        return model;
    }
    const auto natural = array != nullptr ? std::optional(array->dtype) : std::nullopt;
    return everywhere(of_shape(args, args["shape"], natural), args["fill_value"], args);
}

/// The array on the device, or in pinned memory of the host.
HostResult moved(const Value& value, bool is_device) {
    const HostArray* array = value.array();
    if (array == nullptr || array->spoiled) {
        return value;
    }
    auto made = alike(*array);
    made->is_device = is_device;
    made->is_cupy = made->is_cupy_alone = false;
    made->is_readonly = made->may_be_readonly = false;
    return Value{std::move(made)};
}

/// cuda.to_device and cuda.as_cuda_array.
HostResult on_device(const CallArguments& args) {
    if (const Value* to = args.get("to")) {
        return *to;
    }
    return moved(as_host_array(args.first(), args.range), true);
}

/// cuda.device_array and its kin.
template <bool is_device>
HostResult allocated(const CallArguments& args) {
    const auto made = args.get("strides") == nullptr ? shaped(args) : std::nullopt;
    return made ? moved(*made, is_device) : std::nullopt;
}

template <bool is_device>
HostResult allocated_like(const CallArguments& args) {
    const HostArray* model = args.first().array();
    const auto number = number_of(args.first());
    if (number) {
        return moved(host_contiguous(number->type.element(), {}), is_device);
    }
    const bool is_reversed =
        model != nullptr && std::ranges::any_of(model->memory.strides, [](const Extent& one) {
            return one.known().value_or(0) < 0;
        });
    if (model == nullptr || is_reversed) {
        return is_reversed ? std::nullopt : HostResult(args.first());
    }
    auto made = alike(*model);
    made->memory = values::ordered_as('K', made->memory, made->item(), made->item());
    return moved({HostArrayRef(std::move(made))}, is_device);
}

/// cuda.In and its kin.
HostResult argument(const CallArguments& args) {
    return args.first();
}

HostResult nothing(const CallArguments& /*args*/) {
    return Value{NoneValue{}};
}

/// The states of `n` generators, on the device.
HostResult generators(const CallArguments& args) {
    const HostDtype state(Type::random_state(), 16);
    return moved(host_contiguous(state, {extent_of(args.first()).value_or(Extent::unknown())}),
                 true);
}

constexpr Typed creations[] = {
#define PYCU_CREATION(name, parameters, ...) {name, __VA_ARGS__},
#include "api/rows.def"
};

}  // namespace

std::span<const Typed> creation_rows() {
    return creations;
}

}  // namespace pycu::sema
