// Strides as NumPy computes them. See strides.h.
#include "values/strides.h"

#include <algorithm>
#include <numeric>

#include "values/iteration.h"

namespace pycu::values {

namespace {

std::vector<std::size_t> c_order(std::size_t rank) {
    std::vector<std::size_t> order(rank);
    std::iota(order.begin(), order.end(), 0);
    return order;
}

bool has(const std::vector<std::size_t>& axes, std::size_t axis) {
    return std::ranges::find(axes, axis) != axes.end();
}

/// The order of axes behind a change of axes: `place` says where each of them is now, if anywhere.
/// New axes come first.
std::vector<std::size_t> moved(const std::vector<std::size_t>& nesting, std::size_t rank,
                               const std::vector<std::optional<std::size_t>>& place) {
    std::vector<std::size_t> kept;
    for (const std::size_t axis : nesting) {
        if (place[axis]) {
            kept.push_back(*place[axis]);
        }
    }
    std::vector<std::size_t> made;
    for (std::size_t axis = 0; axis < rank; ++axis) {
        if (!has(kept, axis)) {
            made.push_back(axis);
        }
    }
    made.insert(made.end(), kept.begin(), kept.end());
    return made;
}

/// The axes of a copy in the order "K": the largest strides first, C order where they are equal.
std::optional<std::vector<std::size_t>> kept_order(const Strides& array) {
    std::vector<std::size_t> order = c_order(array.rank());
    if (const auto strides = known_numbers(array.strides)) {
        std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t axis) {
            const std::int64_t stride = (*strides)[axis];
            return stride < 0 ? -stride : stride;
        });
        return order;
    }
    if (array.nesting.empty()) {
        return std::nullopt;
    }
    order = array.nesting;
    // What repeats an element varies fastest.
    const auto repeats = std::stable_partition(
        order.begin(), order.end(), [&](std::size_t axis) { return !array.strides[axis].is(0); });
    std::sort(repeats, order.end());
    return order;
}

}  // namespace

Strides contiguous(std::vector<Extent> extents, std::int64_t item, bool is_fortran) {
    std::vector<std::size_t> order = c_order(extents.size());
    if (is_fortran) {
        std::ranges::reverse(order);
    }
    return packed(std::move(extents), order, item);
}

Strides unordered(std::vector<Extent> extents, std::int64_t item) {
    if (extents.size() <= 1) {
        return contiguous(std::move(extents), item);
    }
    Strides made{std::move(extents), {}};
    for (std::size_t axis = 0; axis < made.rank(); ++axis) {
        made.strides.push_back(Extent::unknown());
    }
    return made;
}

Tri is_contiguous(const Strides& array, std::int64_t item, bool is_fortran) {
    if (std::ranges::any_of(array.extents, [](const Extent& one) { return one.is(0); })) {
        return Tri::Yes;
    }
    Extent expected(item);
    bool is_certain = true, has_gap = false;
    for (std::size_t i = 0; i < array.rank(); ++i) {
        const std::size_t axis = is_fortran ? i : array.rank() - 1 - i;
        if (array.extents[axis].is(1)) {
            continue;  // its stride does not matter
        }
        if (array.strides[axis] != expected) {
            is_certain = false;
            has_gap = has_gap || (array.extents[axis].known() && array.strides[axis].known() &&
                                  expected.known());
        }
        // An extent that turns out to be 1 changes nothing here.
        expected = expected * array.extents[axis];
    }
    return is_certain ? Tri::Yes : has_gap && known_numbers(array.extents) ? Tri::No : Tri::Unknown;
}

Layout layout_of(const Strides& array, std::int64_t item, bool is_device) {
    const auto is_zero = [](const Extent& one) { return one.is(0); };
    if (is_device && std::ranges::any_of(array.strides, is_zero) &&
        std::ranges::none_of(array.extents, is_zero)) {
        return Layout::A;
    }
    return is_contiguous(array, item) == Tri::Yes         ? Layout::C
           : is_contiguous(array, item, true) == Tri::Yes ? Layout::F
                                                          : Layout::A;
}

Strides ordered_as(char order, const Strides& array, std::int64_t item, std::int64_t new_item) {
    const Tri is_c = is_contiguous(array, item), is_f = is_contiguous(array, item, true);
    if (order == 'C' || (is_c == Tri::Yes && order != 'F')) {
        return contiguous(array.extents, new_item);
    }
    if (order == 'F' || is_f == Tri::Yes) {
        return contiguous(array.extents, new_item, true);
    }
    if (order == 'A') {
        return is_f == Tri::No ? contiguous(array.extents, new_item)
                               : unordered(array.extents, new_item);
    }
    const auto kept = kept_order(array);
    return kept ? packed(array.extents, *kept, new_item) : unordered(array.extents, new_item);
}

Strides transposed(const Strides& array, const std::vector<std::size_t>& axes) {
    Strides made;
    std::vector<std::optional<std::size_t>> place(array.rank());
    for (const std::size_t axis : axes) {
        place[axis] = made.rank();
        made.extents.push_back(array.extents[axis]);
        made.strides.push_back(array.strides[axis]);
    }
    made.nesting = array.nesting.empty() ? array.nesting : moved(array.nesting, made.rank(), place);
    return made;
}

Extent slice_count(const Slice<Extent>& slice, const Extent& extent) {
    const Extent step = slice.step.value_or(1);
    const bool has_start = slice.start && !slice.start->is(0);
    const bool has_stop = slice.stop && *slice.stop != extent;
    const Extent start = has_start ? *slice.start : Extent(0);
    if (step.is(-1) && !slice.start && !slice.stop) {
        return extent;
    }
    const auto from = start.known();
    if (step.is(1) && from && *from >= 0 && !extent.known()) {
        if (!has_stop) {
            return has_start ? derived(Rule::AtLeastZero, {extent - start}) : extent;
        }
        if (const auto to = slice.stop->known(); to && *to < 0) {
            return derived(Rule::AtLeastZero, {extent - start + *slice.stop});
        }
    }
    const std::int64_t given = (slice.start ? 1 : 0) + (slice.stop ? 2 : 0) + 4;
    return derived(Rule::Count,
                   {extent, given, slice.start.value_or(0), slice.stop.value_or(0), step});
}

std::optional<Strides> sliced(const Strides& array, const std::vector<Index>& indices) {
    using Kind = Index::Kind;
    Strides made;
    std::vector<std::optional<std::size_t>> place(array.rank());
    std::size_t axis = 0;
    const auto keep = [&](const Slice<Extent>& slice) {
        place[axis] = made.rank();
        made.extents.push_back(slice_count(slice, array.extents[axis]));
        made.strides.push_back(array.strides[axis] * slice.step.value_or(1));
        ++axis;
    };
    const auto taken = std::size_t(std::ranges::count_if(indices, &Index::takes_axis));
    const auto dots = std::ranges::count(indices, Kind::Ellipsis, &Index::kind);
    if (taken > array.rank() || dots > 1) {
        return std::nullopt;
    }
    for (const Index& index : indices) {
        if (index.kind == Kind::NewAxis) {
            made.extents.push_back(1);
            made.strides.push_back(0);
        } else if (index.kind == Kind::Integer) {
            ++axis;
        } else if (index.kind == Kind::Ellipsis) {
            for (std::size_t i = taken; i < array.rank(); ++i) {
                keep({});
            }
        } else if (index.slice.step && index.slice.step->is(0)) {
            return std::nullopt;
        } else {
            keep(index.slice);
        }
    }
    while (axis < array.rank()) {
        keep({});
    }
    if (!array.nesting.empty()) {
        made.nesting = moved(array.nesting, made.rank(), place);
    }
    return made;
}

Slice<std::int64_t> Index::numbers() const {
    const auto known = [](const std::optional<Extent>& one) {
        return one ? one->known() : std::nullopt;
    };
    return {known(slice.start), known(slice.stop), known(slice.step)};
}

std::vector<std::int64_t> offsets(const Strides& array) {
    std::vector<std::int64_t> made{0};
    for (std::size_t axis = 0; axis < array.rank(); ++axis) {
        const std::int64_t extent = *array.extents[axis].known();
        const std::int64_t stride = *array.strides[axis].known();
        std::vector<std::int64_t> inner;
        inner.reserve(made.size() * std::size_t(extent));
        for (const std::int64_t offset : made) {
            for (std::int64_t i = 0; i < extent; ++i) {
                inner.push_back(offset + i * stride);
            }
        }
        made = std::move(inner);
    }
    return made;
}

std::optional<std::vector<std::int64_t>> offsets(const Strides& array,
                                                 const std::vector<Index>& indices) {
    const auto part = sliced(array, indices);
    if (!part) {
        return std::nullopt;
    }
    const auto taken = std::size_t(std::ranges::count_if(indices, &Index::takes_axis));
    std::int64_t start = 0;
    std::size_t axis = 0;
    for (const Index& index : indices) {
        if (index.kind == Index::Kind::Ellipsis) {
            axis += array.rank() - taken;
        }
        if (!index.takes_axis()) {
            continue;
        }
        const std::int64_t extent = *array.extents[axis].known();
        const std::int64_t stride = *array.strides[axis++].known();
        if (index.kind == Index::Kind::Slice) {
            const auto places = slice_indices(index.numbers(), extent);
            start += places && places->count > 0 ? places->start * stride : 0;
        } else if (const auto at = item_place(index.at(), std::size_t(extent))) {
            start += std::int64_t(*at) * stride;
        } else {
            return std::nullopt;
        }
    }
    std::vector<std::int64_t> made = offsets(*part);
    for (std::int64_t& offset : made) {
        offset += start;
    }
    return made;
}

std::optional<std::vector<Extent>> broadcast_shape(const std::vector<Strides>& operands) {
    std::vector<Extent> shape;
    for (const Strides& one : operands) {
        if (one.rank() > shape.size()) {
            shape.insert(shape.begin(), one.rank() - shape.size(), Extent(1));
        }
        const std::size_t skip = shape.size() - one.rank();
        for (std::size_t i = 0; i < one.rank(); ++i) {
            Extent& made = shape[skip + i];
            const Extent& extent = one.extents[i];
            if (made == extent || extent.is(1)) {
                continue;
            }
            if (made.is(1) || (extent.known() && !made.known())) {
                made = extent;
            } else if (made.known() && extent.known()) {
                return std::nullopt;
            } else if (!made.known()) {
                made = derived(Rule::Common, {made, extent});
            }
        }
    }
    return shape;
}

std::optional<Strides> broadcast_to(const Strides& array, const std::vector<Extent>& shape) {
    if (array.rank() > shape.size()) {
        return std::nullopt;
    }
    Strides made{shape, std::vector<Extent>(shape.size())};
    const std::size_t skip = shape.size() - array.rank();
    std::vector<std::optional<std::size_t>> place(array.rank());
    bool is_nested = !array.nesting.empty();
    for (std::size_t i = 0; i < array.rank(); ++i) {
        const Extent& extent = array.extents[i];
        const Extent& wide = shape[skip + i];
        place[i] = skip + i;
        if (extent.is(1)) {
            continue;
        }
        if (extent.known() && wide.known() && extent != wide) {
            return std::nullopt;
        }
        const bool is_repeated = extent != wide && !extent.known();  // if it is 1, that is
        made.strides[skip + i] = is_repeated ? Extent::unknown() : array.strides[i];
        is_nested = is_nested && !is_repeated;
    }
    if (is_nested) {
        made.nesting = moved(array.nesting, made.rank(), place);
    }
    return made;
}

std::optional<Strides> elementwise(const std::vector<Strides>& operands, std::int64_t item) {
    const auto shape = broadcast_shape(operands);
    if (!shape) {
        return std::nullopt;
    }
    const auto order = iteration_order(operands, *shape);
    return order ? packed(*shape, *order, item) : unordered(*shape, item);
}

Strides reduced(const Strides& array, const std::vector<std::size_t>& axes, bool keeps_axes,
                std::int64_t item) {
    std::vector<Extent> shape = array.extents;
    for (const std::size_t axis : axes) {
        shape[axis] = 1;
    }
    auto order = iteration_order({array}, array.extents);
    // A new array without elements has strides of 0; what is reduced over none is in C order.
    const bool may_be_empty =
        std::ranges::any_of(axes, [&](std::size_t axis) { return !array.extents[axis].known(); });
    if (order && may_be_empty) {
        auto kept = *order;
        std::erase_if(kept, [&](std::size_t axis) { return has(axes, axis); });
        order = std::ranges::is_sorted(kept) ? order : std::nullopt;
    }
    const Strides whole = order ? packed(shape, *order, item) : unordered(shape, item);
    if (keeps_axes) {
        return whole;
    }
    std::vector<Index> indices(array.rank());
    for (const std::size_t axis : axes) {
        indices[axis].kind = Index::Kind::Integer;
    }
    const auto made = sliced(whole, indices);
    return made->rank() <= 1 ? contiguous(made->extents, item) : *made;
}

Extent joined(const Extent& a, const Extent& b, std::uint32_t loop) {
    // At the head of a loop the symbol of the turns so far stands for the next one, too.
    return a == b || a.is_of_loop(loop) ? a : Extent::unknown(loop);
}

Strides joined(const Strides& a, const Strides& b, std::int64_t item, Layout layout,
               std::uint32_t loop) {
    if (a == b) {
        return a;
    }
    Strides made;
    for (std::size_t axis = 0; axis < a.rank(); ++axis) {
        made.extents.push_back(joined(a.extents[axis], b.extents[axis], loop));
        made.strides.push_back(joined(a.strides[axis], b.strides[axis], loop));
    }
    if (layout != Layout::A) {
        return contiguous(made.extents, item, layout == Layout::F);
    }
    made.nesting = a.nesting == b.nesting ? a.nesting : std::vector<std::size_t>{};
    return made;
}

std::optional<std::vector<std::int64_t>> known_numbers(const std::vector<Extent>& extents) {
    std::vector<std::int64_t> numbers;
    for (const Extent& one : extents) {
        if (!one.known()) {
            return std::nullopt;
        }
        numbers.push_back(*one.known());
    }
    return numbers;
}

}  // namespace pycu::values
