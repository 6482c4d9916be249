// Python's slices of a sequence whose length is known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace pycu::values {

/// The parts of `start:stop:step`; a missing one is None.
template <typename Number>
struct Slice {
    std::optional<Number> start{};
    std::optional<Number> stop{};
    std::optional<Number> step{};
    friend bool operator==(const Slice&, const Slice&) = default;
};

/// The places start, start + step ... of a sequence, `count` of them.
struct Places {
    std::int64_t start = 0;
    std::int64_t step = 1;
    std::int64_t count = 0;
};

/// What `slice.indices(length)` takes of a sequence; nothing where the step is 0.
std::optional<Places> slice_indices(const Slice<std::int64_t>& slice, std::int64_t length);

/// The same as the places of the items that it takes, in their order; none for a step of 0.
std::vector<std::size_t> slice_places(const Slice<std::int64_t>& slice, std::size_t length);

/// The place of `sequence[index]`; nothing where it stands outside.
std::optional<std::size_t> item_place(std::int64_t index, std::size_t length);

}  // namespace pycu::values
