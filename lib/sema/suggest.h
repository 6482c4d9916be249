// The name a person probably meant.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pycu::sema {

/// The name nearest to a misspelt one; nothing when none is near.
std::optional<std::string> nearest(std::string_view name, const std::vector<std::string>& names);

}  // namespace pycu::sema
