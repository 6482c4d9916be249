// The values that the options of `cuda.jit` take.
#pragma once

#include <string>
#include <string_view>

#include "python/constants/evaluator.h"

namespace pycu::sema {

/// Whether an option changes what is compiled; what others hold does not matter.
bool says_something(std::string_view option);

/// What an option takes, where this is no such value; otherwise an empty text.
std::string wanted_value(std::string_view option, const Value& value);

}  // namespace pycu::sema
