// Reshapes, as NumPy does them without a copy where it can. See strides.h.
#include <algorithm>

#include "values/strides.h"

namespace pycu::values {

namespace {

using Numbers = std::vector<std::int64_t>;

/// An axis of several elements.
struct Axis {
    Extent extent;
    Extent stride;
};

/// Whether axes lie so that one walk passes through all of them.
bool are_one(const Axis* begin, const Axis* end, bool is_fortran) {
    for (const Axis* axis = begin; axis + 1 < end; ++axis) {
        const Axis& fast = is_fortran ? axis[0] : axis[1];
        const Axis& slow = is_fortran ? axis[1] : axis[0];
        if (slow.stride != fast.extent * fast.stride) {
            return false;
        }
    }
    return true;
}

/// The strides of new axes in place of old ones that are one walk.
void split(Strides& made, std::size_t begin, std::size_t end, const Axis& first, const Axis& last,
           bool is_fortran) {
    Extent stride = is_fortran ? first.stride : last.stride;
    for (std::size_t i = begin; i < end; ++i) {
        const std::size_t axis = is_fortran ? i : end - 1 - (i - begin);
        made.strides[axis] = stride;
        stride = stride * made.extents[axis];
    }
}

/// NumPy's _attempt_nocopy_reshape, for numbers.
bool view_numbers(Strides& made, const std::vector<Axis>& old, std::int64_t item, bool is_fortran) {
    std::size_t oi = 0, oj = 1, ni = 0, nj = 1;
    while (ni < made.rank() && oi < old.size()) {
        std::int64_t np = *made.extents[ni].known(), op = *old[oi].extent.known();
        while (np != op) {
            if (np < op) {
                np *= *made.extents[nj++].known();
            } else {
                op *= *old[oj++].extent.known();
            }
        }
        if (!are_one(&old[oi], old.data() + oj, is_fortran)) {
            return false;
        }
        split(made, ni, nj, old[oi], old[oj - 1], is_fortran);
        ni = nj++;
        oi = oj++;
    }
    for (std::size_t k = ni; k < made.rank(); ++k) {
        made.strides[k] = k > 0 ? made.strides[k - 1] : Extent(item);
    }
    return true;
}

/// The same where extents are unknown: equal axes in front and behind stay, and what stands
/// between them has to be one walk. False says that nobody knows.
bool view_symbols(Strides& made, const std::vector<Axis>& old, bool is_fortran) {
    std::vector<std::size_t> axes;
    for (std::size_t axis = 0; axis < made.rank(); ++axis) {
        if (!made.extents[axis].is(1)) {
            axes.push_back(axis);
        }
    }
    const auto same = [&](std::size_t new_at, std::size_t old_at) {
        return made.extents[axes[new_at]] == old[old_at].extent;
    };
    std::size_t front = 0, new_end = axes.size(), old_end = old.size();
    while (front < new_end && front < old_end && same(front, front)) {
        made.strides[axes[front]] = old[front].stride;
        ++front;
    }
    while (front < new_end && front < old_end && same(new_end - 1, old_end - 1)) {
        made.strides[axes[--new_end]] = old[--old_end].stride;
    }
    if (front == new_end || front == old_end) {
        return front == new_end && front == old_end;
    }
    if (!are_one(&old[front], old.data() + old_end, is_fortran)) {
        return false;
    }
    // Axes of one element between them may have any stride.
    split(made, axes[front], axes[new_end - 1] + 1, old[front], old[old_end - 1], is_fortran);
    return true;
}

/// Puts a number where one extent is negative, and says whether the sizes can be equal.
bool resolve(std::vector<Extent>& shape, const Extent& size) {
    const auto open =
        std::ranges::find_if(shape, [](const Extent& one) { return one.known().value_or(0) < 0; });
    for (Extent& one : shape) {
        one = one.known() ? one : derived(Rule::Resolved, {one});
    }
    if (open != shape.end()) {
        *open = 1;
        const Extent rest = product_of(shape);
        *open = rest.is(0) ? Extent(0) : derived(Rule::Quotient, {size, rest});
    }
    const auto known = known_numbers(shape);
    if (known && std::ranges::any_of(*known, [](std::int64_t one) { return one < 0; })) {
        return false;
    }
    const Extent made = product_of(shape);
    return !made.known() || !size.known() || made == size;
}

}  // namespace

std::optional<Strides> reshaped(const Strides& array, std::vector<Extent> shape, std::int64_t item,
                                bool is_fortran) {
    if (shape == array.extents) {
        return array;
    }
    const Extent size = product_of(array.extents);
    if (!resolve(shape, size)) {
        return std::nullopt;
    }
    const bool is_packed = is_contiguous(array, item, is_fortran) == Tri::Yes;
    if (is_packed || size.is(0)) {
        return contiguous(std::move(shape), item, is_fortran);
    }
    std::vector<Axis> old;
    for (std::size_t axis = 0; axis < array.rank(); ++axis) {
        if (!array.extents[axis].is(1)) {
            old.push_back({array.extents[axis], array.strides[axis]});
        }
    }
    Strides made{shape, std::vector<Extent>(shape.size())};
    if (known_numbers(array.extents) && known_numbers(shape)) {
        return view_numbers(made, old, item, is_fortran) ? made
               : known_numbers(array.strides) ? contiguous(std::move(shape), item, is_fortran)
                                              : unordered(std::move(shape), item);
    }
    return view_symbols(made, old, is_fortran) ? made : unordered(std::move(shape), item);
}

}  // namespace pycu::values
