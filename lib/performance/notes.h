// The notes, one function each in a file of its own. Private to performance.
#pragma once

#include "diag/diagnostics.h"
#include "performance/walk.h"

namespace pycu::performance {

/// PYCU0371: neighbouring threads use elements of a global array that lie apart.
void tell_uncoalesced(const Access& access, diag::Sink& sink);
/// PYCU0372: threads of a warp use different words of one bank of shared memory.
void tell_bank_conflict(const Access& access, diag::Sink& sink);
/// PYCU0373: divisions of 64 bits by what is no constant.
void tell_wide_divisions(const ir::Module& module, const ir::Function& function, diag::Sink& sink);
/// PYCU0374: an array of each thread that needs addresses.
void tell_local_memory(const Access& access, diag::Sink& sink);
/// PYCU0375: a branch that every second thread of a warp takes.
void tell_divergence(const ir::Module& module, const ir::Function& function, const ir::Stmt& branch,
                     const Lanes& condition, const BlockShape& block, diag::Sink& sink);
/// PYCU0376: a barrier that keeps nothing apart.
void tell_barriers(const ir::Module& module, const ir::Function& function, diag::Sink& sink);
/// PYCU0377: blocks that leave lanes of their warps idle.
void tell_block_sizes(const ir::Module& module, diag::Sink& sink);
/// PYCU0378: an atomic of all threads on one element.
void tell_same_address(ir::ExprId call, const Access& place, diag::Sink& sink);

/// What the program says at an expression, or the name of what it is of where that is long.
std::string quoted(const ir::Module& module, Range range);

}  // namespace pycu::performance
