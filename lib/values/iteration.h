// The order in which NumPy's iterator walks through its operands. Private to strides.
#pragma once

#include <optional>
#include <vector>

#include "values/strides.h"

namespace pycu::values {

/// The axes of `shape`, to which the operands broadcast, the slowest first; nothing where it
/// depends on what nobody knows.
std::optional<std::vector<std::size_t>> iteration_order(const std::vector<Strides>& operands,
                                                        const std::vector<Extent>& shape);

/// A new array whose axes vary in an order, the slowest first.
Strides packed(std::vector<Extent> extents, const std::vector<std::size_t>& order,
               std::int64_t item);

}  // namespace pycu::values
