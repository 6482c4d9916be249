// What compilers print, read back: which lines of which texts they complain about, and what `ptxas
// -v` says of each kernel.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "manifest/manifest.h"

namespace pycu::build {

/// One complaint of a compiler about a line of a text.
struct Complaint {
    std::string file;  // as the compiler printed it
    std::uint32_t line = 0;
    std::string message;  // from `error` to the end of the line
};

/// The errors in the output of g++, clang++ (`x.cu:3:5: error: ...`) or nvcc (`x.cu(3): error:
/// ...`).
std::vector<Complaint> read_errors(std::string_view output);

// ---- What `ptxas -v` prints: the registers and the memory that each kernel takes.

/// The entries that an output of nvcc tells about, in the order of their names.
std::vector<manifest::Entry> read_ptxas(std::string_view output);

}  // namespace pycu::build
