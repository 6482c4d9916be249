// What IPython reads and Python does not: `%time f(x)`, `!ls`, `obj?`, `%%bash`.
#pragma once

#include <string>
#include <string_view>

namespace pycu::driver {

/// A cell as Python, with every line in its place. Magics become `pass`, and what they are given
/// stays where IPython runs it as part of the notebook: `%time x = f()` is `pass; x = f()`. Empty
/// where a cell magic takes all of it for something else, such as `%%bash`.
std::string without_magics(std::string_view cell);

}  // namespace pycu::driver
