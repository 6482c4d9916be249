// Whether a file may have kernels, told by the names that lead to what makes them: files without
// any are passed over fast, whatever they import.
#pragma once

#include "driver/module_reader.h"

namespace pycu::driver {

/// Whether the main module may have or launch kernels: its text names what makes them, `cuda`,
/// `jit` and their like, it launches any, `k[grid, block](x)`, or a module does so that what may
/// make its kernels comes from: its decorators, `@gpu_kernel` and `@compat.kernel()`, the functions
/// that it gives other functions to, `kernel(step)`, and what it calls by a subscript,
/// `make(3)[config](x)`. Names are followed from module to module, and only modules that they lead
/// to are parsed.
bool may_have_kernels(ModuleReader& modules);

}  // namespace pycu::driver
