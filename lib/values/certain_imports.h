// Imports that succeed wherever a program runs that launches kernels.
#pragma once

#include <string_view>

namespace pycu::sema {

/// Whether a module is there: Python's own, on every system and in every version since 3.9, and
/// Numba with what it needs.
bool is_always_there(std::string_view module);

/// Whether it has a member: NumPy's must be known, all others' are taken to be there.
bool is_always_there(std::string_view module, std::string_view member);

}  // namespace pycu::sema
