// Messages about names that are no types; private to this stage.
#pragma once

#include <string>
#include <string_view>

namespace pycu {

/// Whether the name is a builtin of Python's that people take for a type of Numba's: `float`.
bool is_python_name(std::string_view name);

/// Says that the name is Python's, and what to write instead.
std::string python_name_message(std::string_view name);

/// Says that nobody knows the name, and which type was probably meant.
std::string unknown_name(std::string_view name);

}  // namespace pycu
