// Which values are the same in all threads of a block, and what its threads do together. Private to
// passes.
#pragma once

#include <vector>

#include "ir/module.h"

namespace pycu::passes {

/// Whether an expression reads no memory, calls nobody and has no effect: only the variables in it
/// and the thread's place decide its value.
bool is_pure_value(const ir::Function& function, ir::ExprId id);

/// Of one kernel whose passes have run. A variable is uniform when every thread that still runs has
/// the same value in it: constants, parameters, places of the block, and what is computed of them
/// by all threads together. A value in memory is not, since nobody says who wrote it.
class Uniformity {
  public:
    explicit Uniformity(const ir::Function& function);

    bool is_uniform(ir::LocalId local) const { return !varies_[local.index]; }
    bool is_uniform(ir::ExprId id) const;
    /// Whether the statement is reached by all threads that still run, or by none.
    bool is_together(ir::StmtId id) const { return !is_apart_[id.index]; }
    /// Whether all threads decide alike in the head of a branch or a loop.
    bool has_uniform_head(const ir::Stmt& stmt) const;

  private:
    void block(const ir::Block& block, bool is_apart);
    void set_targets(const ir::Stmt& stmt, bool is_apart);
    bool is_left_apart(const ir::Block& body) const;
    void mark(std::vector<bool>& facts, std::uint32_t index);

    const ir::Function& function_;
    std::vector<bool> varies_;    ///< by local
    std::vector<bool> is_apart_;  ///< by statement
    bool changed_ = false;
};

}  // namespace pycu::passes
