// The steps of form_regions. Private to passes.
#pragma once

#include <optional>
#include <vector>

#include "ir/module.h"
#include "passes/uniform.h"

namespace pycu::passes {

/// What of a kernel stands around the loops over threads, and not in them.
struct Frame {
    /// By statement: a branch or a loop around barriers, which all threads take alike.
    std::vector<bool> is_around;
    /// By local: one variable of the whole block, set outside of the loops over threads.
    std::vector<bool> is_of_block;
};

/// cuda.syncthreads()
bool is_barrier(const ir::Function& function, const ir::Stmt& stmt);

/// Whether a thread of the kernel may end where no statement of the kernel's own says so.
bool may_end_silently(const ir::Module& module, ir::FunctionId id);

/// Nothing where a barrier is in divergent code, or votes.
std::optional<Frame> find_frame(const ir::Function& function, const Uniformity& uniformity);

/// The body in loops over threads, each as long as it can be. The statements in them are the
/// body's own; those of the frame are copies.
ir::Block split_at_barriers(ir::Function& function, const Frame& frame);

/// Decides for each variable of the loops whether it is one loop's own, kept across barriers or
/// computed again; false where it can be neither.
bool place_region_variables(ir::Function& function, const Frame& frame, ir::Regions& regions);

/// Whether threads meet in atomics and prints in the order in which fibers do: a fiber runs on from
/// one loop over threads into the next where no barrier is between them.
bool keeps_order(const ir::Module& module, const ir::Function& function, const ir::Block& body);

}  // namespace pycu::passes
