// See slices.h.
#include "values/slices.h"

#include <algorithm>

namespace pycu::values {

std::optional<Places> slice_indices(const Slice<std::int64_t>& slice, std::int64_t length) {
    // A longer step takes no more than the first element, and its product does not overflow.
    constexpr std::int64_t longest = std::int64_t(1) << 40;
    const std::int64_t step = std::clamp(slice.step.value_or(1), -longest, longest);
    if (step == 0) {
        return std::nullopt;
    }
    const std::int64_t low = step < 0 ? -1 : 0;
    const std::int64_t high = step < 0 ? length - 1 : length;
    const auto bound = [&](std::optional<std::int64_t> at, std::int64_t otherwise) {
        return !at ? otherwise : std::clamp(*at < 0 ? *at + length : *at, low, high);
    };
    const std::int64_t start = bound(slice.start, step < 0 ? high : low);
    const std::int64_t stop = bound(slice.stop, step < 0 ? low : high);
    const std::int64_t span = step < 0 ? start - stop : stop - start;
    const std::int64_t size = step < 0 ? -step : step;
    return Places{start, step, span > 0 ? (span - 1) / size + 1 : 0};
}

std::vector<std::size_t> slice_places(const Slice<std::int64_t>& slice, std::size_t length) {
    const Places places = slice_indices(slice, std::int64_t(length)).value_or(Places{});
    std::vector<std::size_t> made;
    for (std::int64_t i = 0; i < places.count; ++i) {
        made.push_back(std::size_t(places.start + i * places.step));
    }
    return made;
}

std::optional<std::size_t> item_place(std::int64_t index, std::size_t length) {
    const std::int64_t place = index < 0 ? index + std::int64_t(length) : index;
    return place >= 0 && place < std::int64_t(length) ? std::optional(std::size_t(place))
                                                      : std::nullopt;
}

}  // namespace pycu::values
