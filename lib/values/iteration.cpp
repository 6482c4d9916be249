// See iteration.h.
#include "values/iteration.h"

#include <algorithm>

namespace pycu::values {

namespace {

/// What operands say about two axes of an array: stay in C order, or change places. MayStay: some
/// say "stay", but only where they do not broadcast.
enum class Say : std::uint8_t { Nothing, Stay, MayStay, Swap, Unknown };

std::int64_t magnitude(std::int64_t stride) {
    return stride < 0 ? -stride : stride;
}

/// What one operand says about an axis and one behind it, if both have several elements. Like
/// NumPy's iterator it has no say where a stride is 0.
Say say_of(const Strides& array, std::size_t front, std::size_t back) {
    for (const std::size_t axis : {front, back}) {
        if (array.extents[axis].is(1) || array.strides[axis].is(0)) {
            return Say::Nothing;
        }
    }
    const auto a = array.strides[front].known(), b = array.strides[back].known();
    if (a && b) {
        return magnitude(*b) <= magnitude(*a) ? Say::Stay : Say::Swap;
    }
    const auto place = [&](std::size_t axis) { return std::ranges::find(array.nesting, axis); };
    return array.nesting.empty()        ? Say::Unknown
           : place(front) < place(back) ? Say::Stay
                                        : Say::Swap;
}

/// What all operands say together: where they differ, C order wins.
Say say_of(const std::vector<Strides>& operands, const std::vector<Extent>& shape,
           std::size_t front, std::size_t back) {
    bool may_stay = false, may_swap = false, must_swap = false, is_unknown = false;
    for (const Strides& one : operands) {
        const Say say = say_of(one, front, back);
        // One that is repeated along an axis has no say about it.
        const bool is_sure = one.extents[front] == shape[front] && one.extents[back] == shape[back];
        if (say == Say::Stay && is_sure) {
            return Say::Stay;
        }
        may_stay = may_stay || say == Say::Stay;
        may_swap = may_swap || say == Say::Swap;
        must_swap = must_swap || (say == Say::Swap && is_sure);
        is_unknown = is_unknown || say == Say::Unknown;
    }
    if (is_unknown || (may_swap && (may_stay || !must_swap))) {
        return Say::Unknown;
    }
    return may_swap ? Say::Swap : may_stay ? Say::MayStay : Say::Nothing;
}

using Table = std::vector<std::vector<Say>>;  // [front][back]

/// NumPy's iterator sorts the axes by insertion, the last axis first. Fastest first.
std::vector<std::size_t> insertion_sorted(const Table& says) {
    const std::size_t rank = says.size();
    std::vector<std::size_t> fastest(rank);
    for (std::size_t i = 0; i < rank; ++i) {
        fastest[i] = rank - 1 - i;
    }
    for (std::size_t i = 1; i < rank; ++i) {
        const std::size_t axis = fastest[i];
        std::size_t to = i;
        for (std::size_t k = i; k-- > 0;) {
            const Say say = says[axis][fastest[k]];
            if (say == Say::Stay || say == Say::MayStay) {
                break;
            }
            to = say == Say::Swap ? k : to;
        }
        std::rotate(fastest.begin() + std::ptrdiff_t(to), fastest.begin() + std::ptrdiff_t(i),
                    fastest.begin() + std::ptrdiff_t(i) + 1);
    }
    return fastest;
}

/// Whether an order, the slowest first, is what every pair of axes asks for. Then it also holds
/// where some unknown extents are 1, and their axes have no say.
bool is_asked_by_all(const Table& says, const std::vector<std::size_t>& order,
                     const std::vector<Extent>& shape) {
    for (std::size_t i = 0; i < order.size(); ++i) {
        for (std::size_t k = i + 1; k < order.size(); ++k) {
            const bool is_free = shape[order[i]].is(1) || shape[order[k]].is(1);
            const bool stays = order[i] < order[k];
            const Say say = says[std::min(order[i], order[k])][std::max(order[i], order[k])];
            if (!is_free && say != (stays ? Say::Stay : Say::Swap)) {
                return false;
            }
        }
    }
    return true;
}

/// An operand with as many axes as all together.
Strides widened(const Strides& array, std::size_t rank) {
    const std::size_t more = rank - array.rank();
    Strides made{std::vector<Extent>(more, Extent(1)), std::vector<Extent>(more)};
    made.extents.insert(made.extents.end(), array.extents.begin(), array.extents.end());
    made.strides.insert(made.strides.end(), array.strides.begin(), array.strides.end());
    for (std::size_t i = 0; i < more && !array.nesting.empty(); ++i) {
        made.nesting.push_back(i);
    }
    for (const std::size_t axis : array.nesting) {
        made.nesting.push_back(axis + more);
    }
    return made;
}

}  // namespace

std::optional<std::vector<std::size_t>> iteration_order(const std::vector<Strides>& operands,
                                                        const std::vector<Extent>& shape) {
    const std::size_t rank = shape.size();
    std::vector<Strides> wide;
    for (const Strides& one : operands) {
        wide.push_back(widened(one, rank));
    }
    Table says(rank, std::vector<Say>(rank));
    bool has_swap = false, is_unknown = false;
    for (std::size_t front = 0; front < rank; ++front) {
        for (std::size_t back = front + 1; back < rank; ++back) {
            const Say say = say_of(wide, shape, front, back);
            says[front][back] = say;
            has_swap = has_swap || say == Say::Swap;
            is_unknown = is_unknown || say == Say::Unknown;
        }
    }
    if (is_unknown) {
        return std::nullopt;
    }
    std::vector<std::size_t> order = insertion_sorted(says);
    std::ranges::reverse(order);
    const bool is_certain =
        !has_swap || known_numbers(shape) || is_asked_by_all(says, order, shape);
    return is_certain ? std::optional(std::move(order)) : std::nullopt;
}

Strides packed(std::vector<Extent> extents, const std::vector<std::size_t>& order,
               std::int64_t item) {
    Strides made{std::move(extents), std::vector<Extent>(order.size()), order};
    Extent stride(item);
    for (auto axis = order.rbegin(); axis != order.rend(); ++axis) {
        made.strides[*axis] = stride;
        stride = stride * made.extents[*axis];
    }
    if (std::ranges::any_of(made.extents, [](const Extent& one) { return one.is(0); })) {
        std::ranges::fill(made.strides, Extent(0));
    }
    return made;
}

}  // namespace pycu::values
