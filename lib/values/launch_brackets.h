// What stands in the brackets of a launch, `k[grid, block, stream, shared](...)`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace pycu::sema {

struct Value;

/// A grid or a block that no launch takes: one of a float, of more than three extents, or empty.
enum class BadExtents : std::uint8_t { Float, Many, Empty };

/// The items, as far as they are known.
struct LaunchBrackets {
    std::optional<std::size_t> count{};
    std::vector<std::int64_t> block{};  ///< threads along x, y, z; empty where not known
    std::optional<BadExtents> bad_grid{}, bad_block{};
    friend bool operator==(const LaunchBrackets&, const LaunchBrackets&) = default;
};

/// What the index of a kernel says.
LaunchBrackets launch_brackets(const Value& index);

}  // namespace pycu::sema
