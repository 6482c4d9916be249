// Which arrays and records of a value may be written through it.
#pragma once

#include <algorithm>
#include <cstdint>

namespace pycu {

/// One flag for each place of a type (TypeTable::places), in order. What stands behind the last
/// flag shares it: what is said of one such place is said of all.
class Written {
  public:
    constexpr Written() = default;
    /// All places, or none.
    constexpr explicit Written(bool all) : flags_(all ? ~std::uint64_t{0} : 0) {}

    constexpr bool operator[](std::uint32_t place) const {
        return (flags_ >> std::min(place, last) & 1U) != 0;
    }
    constexpr bool any() const { return flags_ != 0; }
    constexpr void add(std::uint32_t place) { flags_ |= std::uint64_t{1} << std::min(place, last); }
    constexpr void add(Written other) { flags_ |= other.flags_; }

    /// Of `count` places from `first` on; and the same flags where they stand in the whole.
    constexpr Written part(std::uint32_t first, std::uint32_t count) const {
        Written result;
        for (std::uint32_t i = 0; i < count; ++i) {
            if ((*this)[first + i]) result.add(i);
        }
        return result;
    }
    constexpr Written at(std::uint32_t first, std::uint32_t count) const {
        Written result;
        for (std::uint32_t i = 0; i < count; ++i) {
            if ((*this)[i]) result.add(first + i);
        }
        return result;
    }

    friend constexpr bool operator==(Written, Written) = default;

  private:
    static constexpr std::uint32_t last = 63;
    std::uint64_t flags_ = 0;
};

}  // namespace pycu
