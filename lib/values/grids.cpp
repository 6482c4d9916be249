// `np.mgrid[0:n, 0:m]` and `np.ogrid[...]`: arrays of coordinates, by NumPy's rules.
#include <algorithm>
#include <cmath>

#include "types/scalar.h"
#include "values/functions.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

/// One slice of a grid: how many coordinates it has, and the numbers that decide their dtype.
struct Axis {
    Extent count;
    std::vector<HostNumber> numbers;
};

/// Python's numbers alone: what NumPy's make of the dtype depends on NumPy's version.
std::optional<HostNumber> python_number(const Value& value, std::int64_t otherwise) {
    const auto number = number_of(value.is<NoneValue>() ? python_int(otherwise) : value);
    const bool is_taken =
        number && number->is_python && (number->type == int64 || number->type == float64);
    return is_taken ? number : std::nullopt;
}

std::optional<Axis> axis_of(const Value& slice) {
    const HostItems* items = slice.items();
    if (items == nullptr || !items->is_slice) {
        return std::nullopt;
    }
    const Value& step = items->items[2];
    const auto start = python_number(items->items[0], 0);
    const auto stop =
        items->items[1].is<NoneValue>() ? std::nullopt : python_number(items->items[1], 0);
    if (!start || !stop) {
        return std::nullopt;
    }
    if (const auto* count = step.get<ComplexValue>()) {  // as many, with both ends
        constexpr double most = 1e9;
        if (!count->is_python || !(std::abs(count->value) <= most)) return std::nullopt;
        return Axis{Extent(std::int64_t(std::abs(count->value))),
                    {*start, *stop, HostNumber{float64}}};
    }
    const auto by = python_number(step, 1);
    if (!by || as_double(step) == 0.0) {
        return std::nullopt;
    }
    Axis made{unknown_extents(1)[0], {*start, *stop, *by}};
    const auto first = as_index(items->items[0].is<NoneValue>() ? python_int(0) : items->items[0]);
    const auto last = as_index(items->items[1]);
    if (first && last && step.is<NoneValue>()) {
        made.count = Extent(std::max<std::int64_t>(*last - *first, 0));
    }
    return made;
}

}  // namespace

HostResult grid_of(std::string_view path, const Value& index) {
    const bool is_sparse = path == "numpy.ogrid";
    if ((!is_sparse && path != "numpy.mgrid") || index.items() == nullptr) {
        return std::nullopt;
    }
    const bool is_one = index.items()->is_slice;
    std::vector<Axis> axes;
    std::vector<HostNumber> numbers{{int64}};
    for (const Value& one : is_one ? std::vector<Value>{index} : index.items()->items) {
        auto axis = axis_of(one);
        if (!axis) {
            return std::nullopt;
        }
        numbers.insert(numbers.end(), axis->numbers.begin(), axis->numbers.end());
        axes.push_back(*std::move(axis));
    }
    const auto has_float =
        std::ranges::any_of(numbers, [](const HostNumber& one) { return one.type.is_float(); });
    const Scalar dtype = has_float ? Scalar::Float64 : Scalar::Int64;
    if (axes.empty() || is_one) {
        return is_one ? HostResult(host_contiguous(dtype, {axes[0].count})) : std::nullopt;
    }
    std::vector<Extent> extents;
    std::ranges::transform(axes, std::back_inserter(extents), &Axis::count);
    if (!is_sparse) {
        extents.insert(extents.begin(), Extent(std::int64_t(axes.size())));
        return host_contiguous(dtype, std::move(extents));
    }
    std::vector<Value> made;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        std::vector<Extent> ones(axes.size(), Extent(1));
        ones[i] = axes[i].count;
        made.push_back(host_contiguous(dtype, std::move(ones)));
    }
    return host_tuple(std::move(made));
}

}  // namespace pycu::sema
