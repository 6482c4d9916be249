// How much memory the arrays declared in kernels take.
#pragma once

#include <cstdint>

#include "ir/module.h"

namespace pycu::emit {

/// The bytes that local arrays take on a thread's stack, in the function and what it calls.
std::int64_t local_array_bytes(const ir::Module& module, ir::FunctionId function);

/// The bytes of static shared arrays of a block, in the function and what it calls.
std::int64_t shared_array_bytes(const ir::Module& module, ir::FunctionId function);

}  // namespace pycu::emit
