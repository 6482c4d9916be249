// Whether a file may have kernels, told by its text: files without any are passed over fast,
// whatever they import.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "syntax/tree.h"

namespace pycu::driver {

/// Whether a text names what makes kernels: `cuda`, `jit` and their like.
bool names_makers(std::string_view text);

/// Whether a file launches any kernel: `k[grid, block](x)`.
bool launches_any(const syntax::Tree& tree);

/// The modules that may make kernels for a file that names no maker itself, each once: those that
/// its decorators come from, `@gpu_kernel` and `@compat.kernel()`, the functions that it gives
/// other functions to, `kernel(step)`, and what it launches, `make(3)[config](x)`. All that it
/// imports where one of these is made in the file.
std::vector<std::string> possible_makers(const syntax::Tree& tree);

}  // namespace pycu::driver
