// Unified diffs of two texts.
#pragma once

#include <string>
#include <string_view>

namespace pycu::driver {

/// What `diff -u` prints for two texts, without times; empty when they are equal.
std::string unified_diff(std::string_view before, std::string_view after,
                         std::string_view before_name, std::string_view after_name);

}  // namespace pycu::driver
