// The steps of form_regions. Private to passes.
#pragma once

#include <cstdint>
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

/// cuda.syncwarp()
bool is_warp_barrier(const ir::Function& function, const ir::Stmt& stmt);

/// Whether the block does the statement for all its threads: barriers, meetings of warps.
bool is_step(const ir::Function& function, const ir::Stmt& stmt);

/// A shuffle or a vote that a block's steps have.
bool is_warp_step(const api::Intrinsic& row);

/// What with_warp_steps knows of a kernel's values.
class WarpFacts {
  public:
    WarpFacts(const ir::Module& module, const ir::Function& function, const Uniformity& uniformity);

    bool is_uniform(ir::ExprId id) const { return uniformity_.is_uniform(id); }
    std::optional<std::int64_t> number(ir::ExprId id) const;
    /// Whether all lanes of a warp have one value: threadIdx.x // 32 == 0, t < 64. Notes where
    /// that holds in blocks of one row alone.
    bool is_warps_own(ir::ExprId id, bool& in_rows) const;

    /// Notes the variables of a branch that may be computed for all threads: nothing outside of it
    /// reads or sets them, and threads do not differ in them.
    void find_counters(const ir::Block& branch);
    bool is_counter(ir::LocalId local) const;
    /// Free of traps, and of everything that threads differ in.
    bool is_alike(ir::ExprId id) const;
    /// for k in (16, 8, 4, 2, 1), while k > 0: ... k //= 2: they end for any number of threads.
    bool ends(const ir::Stmt& stmt) const;

  private:
    ir::ExprId behind(ir::ExprId id) const;
    bool is_thread(ir::ExprId id) const;
    bool halves(const ir::Block& body, ir::LocalId counter) const;
    bool drop_others(const ir::Block& branch);
    void count(const ir::Block& block, std::vector<int>& mentions) const;

    const ir::Module& module_;
    const ir::Function& function_;
    const Uniformity& uniformity_;
    std::vector<ir::ExprId> value_of_;  ///< by local: of those that are set once
    std::vector<ir::LocalId> counters_;
};

/// A kernel's body with meetings of warps as statements of their own (ir::MeetWarps).
struct WarpBody {
    ir::Block body;
    /// What the steps take and give, one for each thread.
    std::vector<ir::LocalId> variables;
    /// A warp is known by threadIdx.x: only in blocks of one row.
    bool in_rows = false;
};

/// Nothing where lanes may be left out, or warps part in a way that is not understood.
std::optional<WarpBody> with_warp_steps(const ir::Module& module, ir::Function& kernel,
                                        const Uniformity& uniformity);

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
