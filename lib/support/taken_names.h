// Identifiers that generated C and C++ text cannot use freely, because C, C++, the C library or
// CUDA have taken them.
#pragma once

#include <optional>
#include <string_view>

namespace pycu {

/// Why a name is taken.
enum class Taken {
    Keyword,   // of C or C++
    Macro,     // of a C or C++ header, or of the compilers themselves
    Declared,  // by the C library or CUDA at file scope
};

/// Whether and why a name is taken.
std::optional<Taken> taken_name(std::string_view name);

}  // namespace pycu
