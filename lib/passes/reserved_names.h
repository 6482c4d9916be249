// Names that Python code may use and C++ text must not.
#pragma once

#include <string>
#include <string_view>

namespace pycu::passes {

/// Whether an identifier is taken in any generated file: a keyword, a macro, a CUDA name, or a name
/// that an intrinsics row or the printer uses.
bool is_reserved(std::string_view name);

/// Whether a name is one that Python code must not keep as it is: the runtime and CUDA may have it
/// tomorrow. With something appended it is free.
bool has_reserved_prefix(std::string_view name);

/// Whether a function must not have the name: the runtime has functions that a call with an array
/// argument would find, too.
bool is_reserved_for_functions(std::string_view name);

/// A Python name as an ASCII identifier: Greek letters by name, accents dropped, others by number.
std::string transliterated(std::string_view name);

/// The name without what C++ keeps for itself: no `__`, no underscore and capital at the begin.
std::string without_reserved_form(std::string_view name);

}  // namespace pycu::passes
