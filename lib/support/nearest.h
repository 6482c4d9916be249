// Which known name somebody meant by an unknown one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pycu {

/// How many letters must be changed, added, dropped or swapped with their neighbour to turn one
/// text into the other.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate that differs least, letter case apart, the first of equals in the order of the
/// alphabet; empty when none is near.
std::string nearest(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace pycu
