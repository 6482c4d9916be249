// How much memory the variables and arrays declared in kernels take.
#pragma once

#include <cstdint>

#include "ir/module.h"

namespace pycu::emit {

/// An upper bound of what a thread's variables and local arrays take on its stack, in the function
/// and what it calls.
std::int64_t stack_bytes(const ir::Module& module, ir::FunctionId function);

/// The bytes of static shared arrays of a block, in the function and what it calls.
std::int64_t shared_array_bytes(const ir::Module& module, ir::FunctionId function);

/// How many bytes of dynamic shared memory a kernel's own arrays take.
std::int64_t large_shared_bytes(const ir::Module& module, ir::FunctionId function);

}  // namespace pycu::emit
