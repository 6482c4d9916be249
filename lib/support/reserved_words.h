// Words that generated C and C++ text cannot use freely, because C, C++, the C library or CUDA
// have taken them.
#pragma once

#include <optional>
#include <string_view>

namespace pycu {

/// Why a word is reserved.
enum class Reserved {
    Keyword,   // of C or C++
    Macro,     // of a C or C++ header, or of the compilers themselves
    Declared,  // by the C library or CUDA at file scope
};

/// Whether and why a word is reserved.
std::optional<Reserved> reserved_word(std::string_view word);

/// What every module exports beside its kernels, behind its name: `heat_sync`, `heat::sync`.
inline constexpr std::string_view exported_names[] = {
    "copy",       "free",        "init_xoroshiro128p_states",
    "last_entry", "last_error",  "make_buffer",
    "malloc",     "pycu_memory", "sync",
    "target",
};

}  // namespace pycu
