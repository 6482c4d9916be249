// Which variables a loop sets, and which of them an iteration may take from the one before.
#pragma once

#include <cstdint>
#include <unordered_set>

#include "ir/module.h"

namespace pycu::passes {

struct LoopVariables {
    /// Everything that the loop sets, its target included.
    std::unordered_set<std::uint32_t> assigned;
    /// Those that the condition or the body may read before it sets them.
    std::unordered_set<std::uint32_t> carried;
};

/// Of `while condition: body`, or of `for target in ...: body`: one of the first two is invalid.
LoopVariables find_loop_variables(const ir::Function& function, ir::ExprId condition,
                                  ir::LocalId target, const ir::Block& body);

/// Whether an expression reads one of these variables.
bool reads_any(const ir::Function& function, ir::ExprId expr,
               const std::unordered_set<std::uint32_t>& locals);

}  // namespace pycu::passes
