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

/// Whether a word is another one with a slip of the fingers in it: one letter between the first and
/// the last, of at least four, is wrong, missing or too many, or two neighbours are swapped.
bool is_slip(std::string_view written, std::string_view meant);

}  // namespace pycu
