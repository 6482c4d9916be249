// How the loop of a ufunc may go through its elements.
#pragma once

#include "ir/module.h"

namespace pycu::emit {

/// The macro of pycu_ufunc.h that names the entries of a loop; `debug` for a text with checks.
const char* loop_macro(const ir::Module& module, const ir::Ufunc& ufunc, const ir::UfuncLoop& loop,
                       bool debug);

}  // namespace pycu::emit
