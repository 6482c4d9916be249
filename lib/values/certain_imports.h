// Imports that succeed wherever a program runs that launches kernels.
#pragma once

#include <string_view>

namespace pycu::sema {

/// Whether a module is there: Python's own, on every system and in every version since 3.9, and
/// Numba with what it needs.
bool is_always_there(std::string_view module);

/// Whether it has a member: it must be one that is known, or a part of Numba.
bool is_always_there(std::string_view module, std::string_view member);

}  // namespace pycu::sema
