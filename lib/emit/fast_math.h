// The fast, less exact functions that `fastmath=True` computes float32 with.
#pragma once

#include <string_view>

namespace pycu::emit {

/// CUDA's fast form of the function of a row: `__sinf` for "math.sin"; empty where it has none.
std::string_view fast_function(std::string_view row);

}  // namespace pycu::emit
