// The elements of what NumPy's functions return and the methods of its arrays, by their rows:
// np.array, np.arange, a.astype ...
#include <algorithm>
#include <cmath>

#include "python/constants/arguments.h"
#include "python/constants/arrays.h"
#include "python/constants/numbers.h"
#include "python/host/calls.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

Elements everywhere(const HostArray& made, const ir::Number& fill, Range range) {
    // A Python int must fit; a float is cut off, as C does it.
    const auto element = convert(fill, made.dtype, !std::holds_alternative<double>(fill));
    const auto count = std::size_t(*python::product_of(made.memory.extents).known());
    return element ? Elements(Numbers(count, *element))
                   : Unknown{"the number does not fit the dtype", range};
}

/// np.zeros, np.ones_like and their kin.
template <int fill>
Elements filled(const HostArray& made, const CallArguments& args) {
    return everywhere(made, std::int64_t(fill), args.range);
}

Elements full(const HostArray& made, const CallArguments& args) {
    const auto* number = args["fill_value"].get<NumberValue>();
    return number != nullptr ? everywhere(made, number->value, args.range)
                             : Unknown{"what fills it is not known", args.range};
}

/// The elements of the argument in their order: np.array, a.astype, a.ravel ...
Elements kept(const HostArray& made, const CallArguments& args) {
    return elements_of(args.first(), made.dtype, args.range);
}

/// `a.reshape(n, m)`, which takes them in C order where nothing else is asked for.
Elements reshaped(const HostArray& made, const CallArguments& args) {
    return host_order(args) == 'C' ? kept(made, args)
                                   : Unknown{"its order is not known", args.range};
}

/// `arange(stop)`, `arange(start, stop)`, `arange(start, stop, step)`.
Elements arange(const HostArray& made, const CallArguments& args) {
    const auto numbers = arange_limits(args);
    if (!numbers) {
        return Unknown{"its limits are not known", args.range};
    }
    const auto is_python = [](const Value& one) {
        const auto* number = one.get<NumberValue>();
        return number != nullptr && number->is_python;
    };
    // Of a NumPy number, or into a narrower float, the elements are computed in that dtype.
    const bool is_integer =
        std::ranges::all_of(*numbers, [](const Value& v) { return as_integer(v).has_value(); });
    if (made.dtype == Scalar::Bool || !std::ranges::all_of(*numbers, is_python) ||
        (!is_integer && made.dtype != Scalar::Float64)) {
        return in_numpy(args.range);
    }
    const double start = *as_double((*numbers)[0]);
    const double second = start + *as_double((*numbers)[2]);
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

Elements linspace(const HostArray& made, const CallArguments& args) {
    const auto start = as_double(args["start"]);
    const auto stop = as_double(args["stop"]);
    const auto with_end = truth(args["endpoint"]);
    if (!start || !stop || !with_end) {
        return Unknown{"its limits are not known", args.range};
    }
    if (args.get("dtype") == nullptr && made.dtype != Scalar::Float64) {
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

/// np.eye and np.identity: ones on a diagonal.
Elements eye(const HostArray& made, const CallArguments& args) {
    const auto diagonal =
        args.get("k") != nullptr ? as_index(args["k"]) : std::optional<std::int64_t>(0);
    if (!diagonal) {
        return Unknown{"its diagonal is not known", args.range};
    }
    Elements all = filled<0>(made, args);
    const std::int64_t rows = *made.memory.extents[0].known();
    const std::int64_t columns = *made.memory.extents[1].known();
    for (std::int64_t i = 0; i < rows; ++i) {
        const std::int64_t at = i + *diagonal;
        if (at >= 0 && at < columns) {
            std::get<Numbers>(all)[std::size_t(i * columns + at)] =
                *convert(std::int64_t(1), made.dtype, true);
        }
    }
    return all;
}

/// `a.transpose()`, `a.swapaxes(0, 1)`, np.broadcast_to ...: what the row's other function looks
/// at.
Elements viewed(const HostArray& /*made*/, const CallArguments& args) {
    const Value array = as_known_array(args.first(), args.range);
    if (array.elements() == nullptr) {
        return in_numpy(args.range);
    }
    const auto view = [&](const Value& of) {
        CallArguments all = args;
        (all.positional.empty() ? all.named.front().second : all.positional.front()) = of;
        return call_host_function(args.row->name, all).value_or(Value{});
    };
    return viewed(array, view, args.range);
}

/// `.item()` and `.item(i)`.
Elements item(const HostArray& /*made*/, const CallArguments& args) {
    const Numbers& elements = *args.first().elements();
    const auto index =
        args.positional.size() < 2 ? std::optional<std::int64_t>(0) : as_index(args.positional[1]);
    const auto place = index ? python::item_place(*index, elements.size()) : std::nullopt;
    const bool fits = args.positional.size() == 2 || elements.size() == 1;
    return place && fits ? Elements(Numbers{elements[*place]})
                         : Unknown{"the element is not known", args.range};
}

Elements tolist(const HostArray& /*made*/, const CallArguments& args) {
    return *args.first().elements();
}

struct Row {
    std::string_view name;
    Elements (*function)(const HostArray& made, const CallArguments& args) = nullptr;
};
constexpr Row rows[] = {
#define PYCU_CREATION(name, parameters, types, ...) {name __VA_OPT__(, ) __VA_ARGS__},
#define PYCU_NUMPY PYCU_CREATION
#define PYCU_METHOD(name, parameters, owner, types, ...) {name __VA_OPT__(, ) __VA_ARGS__},
#include "api/rows.def"
};

/// The function of a row; null where there is none.
auto* function_of(const api::Function* row) {
    const auto* found =
        row != nullptr ? std::ranges::find(rows, row->name, &Row::name) : std::end(rows);
    return found != std::end(rows) ? found->function : nullptr;
}

}  // namespace

Value call_numpy(std::string_view name, const Value& decided, const CallArguments& args) {
    const api::Function* row = api::find_function("numpy." + std::string(name));
    const auto given = row != nullptr ? bound(*row, args) : std::nullopt;
    const auto compute = [&](const HostArray& made) {
        auto* const function = function_of(row);
        return !given                        ? in_numpy(args.range)
               : row->rule != api::Rule::Own ? ufunc_elements(*row, made, *given)
               : function != nullptr         ? function(made, *given)
                                             : in_numpy(args.range);
    };
    return with_elements(decided, compute, args.range);
}

Value call_array_method(std::string_view name, const Value& decided, const Value& array,
                        const CallArguments& args) {
    const api::Function* row = api::find_function("numpy.ndarray." + std::string(name));
    auto* const function = function_of(row);
    auto given = function != nullptr ? bound(*row, args) : args;
    if (given) {
        given->positional.insert(given->positional.begin(), array);
    }
    if (function == nullptr) {
        return call_numpy(name, decided, *given);  // it does what NumPy's function does
    }
    const auto compute = [&](const HostArray& made) {
        return given ? function(made, *given) : in_numpy(args.range);
    };
    return with_elements(decided, compute, args.range);
}

}  // namespace pycu::sema
