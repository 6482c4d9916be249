// Which functions and constants stand in which file: x.cu has all but what only reductions need,
// x_reduce.cu has what they need.
#pragma once

#include <vector>

#include "ir/module.h"

namespace pycu::emit {

/// For each function and each constant of a module, whether a file has it.
struct Part {
    std::vector<bool> functions;
    std::vector<bool> constants;
};

/// Whether a module has reductions, and so a second file.
bool has_reductions(const ir::Module& module);

Part main_part(const ir::Module& module);
Part reduction_part(const ir::Module& module);

}  // namespace pycu::emit
