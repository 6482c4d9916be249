// Which branches and loops stay around the loops over threads, and which variables the block has
// once: what those decide by, what that is computed from, and constants of the block.
#include "api/intrinsics.h"
#include "ir/visit.h"
#include "passes/region_parts.h"

namespace pycu::passes {
namespace {

bool has_blocks(const ir::Stmt& stmt) {
    return stmt.is<ir::If>() || ir::is_loop(stmt);
}

class FrameSearch {
  public:
    FrameSearch(const ir::Function& function, const Uniformity& uniformity)
        : function_(function),
          uniformity_(uniformity),
          is_needed_(function.locals.size()),
          is_set_inside_(function.locals.size()),
          frame_{std::vector<bool>(function.stmts.size()),
                 std::vector<bool>(function.locals.size())} {}

    std::optional<Frame> run() {
        do {
            changed_ = false;
            surround(function_.body, false);
        } while (changed_ && is_sound_);
        if (!is_sound_) {
            return std::nullopt;
        }
        choose_variables();
        return is_sound_ ? std::optional(std::move(frame_)) : std::nullopt;
    }

  private:
    /// Marks the statements that must stand around; whether one of these has to: a barrier, what
    /// sets a variable that the frame needs, a jump out of a loop of the frame.
    bool surround(const ir::Block& block, bool in_loop_around) {
        bool found = false;
        for (const ir::StmtId id : block) {
            const ir::Stmt& stmt = function_.stmts[id];
            const bool is_jump = ir::is_jump(stmt);
            bool must = is_step(function_, stmt) || (is_jump && in_loop_around) ||
                        (&block == &function_.body && leaves_whole(stmt, id));
            ir::for_each_target(
                stmt, [&](const ir::LocalId& target) { must = must || is_needed_[target.index]; });
            if (has_blocks(stmt)) {
                const bool is_in_loop =
                    stmt.is<ir::If>() ? in_loop_around : frame_.is_around[id.index];
                ir::for_each_block(stmt, [&](const ir::Block& inner) {
                    must = surround(inner, is_in_loop) || must;
                });
            }
            if (must) {
                put_around(stmt, id);
            }
            found = found || must;
        }
        return found;
    }

    /// if n == 0: return     of all threads at once, in the kernel's own block
    bool leaves_whole(const ir::Stmt& stmt, ir::StmtId id) const {
        const auto* branch = stmt.get<ir::If>();
        return branch != nullptr && branch->orelse.empty() && branch->body.size() == 1 &&
               ir::leaves_function(function_.stmts[branch->body.front()]) &&
               uniformity_.is_together(id) && uniformity_.has_uniform_head(stmt);
    }

    void put_around(const ir::Stmt& stmt, ir::StmtId id) {
        is_sound_ = is_sound_ && uniformity_.is_together(id) &&
                    (!has_blocks(stmt) || uniformity_.has_uniform_head(stmt));
        if (has_blocks(stmt) && !frame_.is_around[id.index]) {
            frame_.is_around[id.index] = true;
            changed_ = true;
        }
        if (ir::is_loop(stmt)) {
            ir::for_each_target(stmt, [&](const ir::LocalId& target) { need(target); });
        }
        if (const auto* meeting = stmt.get<ir::MeetWarps>()) {
            const auto& args = std::get<ir::Intrinsic>(function_.exprs[meeting->value].as).args;
            if (args.size() > 2 && !meeting->is_by_thread) {
                ir::for_each_read(function_, args[2], [&](ir::LocalId local) { need(local); });
            }
        } else if (!is_step(function_, stmt)) {
            ir::for_each_expr(stmt, [&](const ir::ExprId& id) {
                ir::for_each_read(function_, id, [&](ir::LocalId local) { need(local); });
            });
        }
    }

    void need(ir::LocalId local) {
        is_sound_ = is_sound_ && uniformity_.is_uniform(local);
        changed_ = changed_ || !is_needed_[local.index];
        is_needed_[local.index] = true;
    }

    /// Those that are needed, and what is set once where the frame can set it.
    void choose_variables() {
        for (std::uint32_t i = 0; i < function_.locals.size(); ++i) {
            const ir::Local& local = function_.locals[ir::LocalId{i}];
            const bool is_param = local.kind == ir::Local::Kind::Parameter;
            const bool is_shared = local.kind == ir::Local::Kind::SharedArray;
            is_sound_ = is_sound_ && (!is_param || uniformity_.is_uniform(ir::LocalId{i}));
            frame_.is_of_block[i] =
                is_needed_[i] || is_param ||
                ((local.is_const || is_shared) && uniformity_.is_uniform(ir::LocalId{i}));
        }
        find_set_inside(function_.body, false);
        for (std::uint32_t i = 0; i < function_.locals.size(); ++i) {
            if (is_set_inside_[i] && frame_.is_of_block[i]) {
                const bool is_free = !is_needed_[i] && function_.locals[ir::LocalId{i}].kind !=
                                                           ir::Local::Kind::Parameter;
                is_sound_ = is_sound_ && is_free;
                frame_.is_of_block[i] = false;
            }
        }
        for (bool is_new = true; is_new && is_sound_;) {
            is_new = drop_unreadable(function_.body);
        }
    }

    /// What is set within a loop over threads is each thread's.
    void find_set_inside(const ir::Block& block, bool is_inside) {
        for (const ir::StmtId id : block) {
            const ir::Stmt& stmt = function_.stmts[id];
            const bool inner = is_inside || (has_blocks(stmt) && !frame_.is_around[id.index]);
            const auto* array = stmt.get<ir::DeclareArray>();
            if (inner && array != nullptr) {
                is_set_inside_[array->array.index] = true;
            }
            ir::for_each_target(stmt, [&](const ir::LocalId& target) {
                is_set_inside_[target.index] = is_set_inside_[target.index] || inner;
            });
            ir::for_each_block(stmt, [&](const ir::Block& body) { find_set_inside(body, inner); });
        }
    }

    /// A variable of the block is computed from such variables only. Whether one was dropped.
    bool drop_unreadable(const ir::Block& body) {
        bool is_new = false;
        ir::for_each_stmt(function_, body, [&](ir::StmtId id) {
            const ir::Stmt& stmt = function_.stmts[id];
            if (has_blocks(stmt)) {
                return;
            }
            bool reads_others = false;
            ir::for_each_expr(stmt, [&](const ir::ExprId& expr) {
                ir::for_each_read(function_, expr, [&](ir::LocalId local) {
                    reads_others = reads_others || !frame_.is_of_block[local.index];
                });
            });
            ir::for_each_target(stmt, [&](const ir::LocalId& target) {
                if (reads_others && frame_.is_of_block[target.index]) {
                    frame_.is_of_block[target.index] = false;
                    is_new = true;
                    is_sound_ = is_sound_ && !is_needed_[target.index];
                }
            });
        });
        return is_new || drop_torn(body);
    }

    /// One unpacking sets variables of the block only, or none.
    bool drop_torn(const ir::Block& body) {
        bool is_new = false;
        ir::for_each_stmt(function_, body, [&](ir::StmtId id) {
            const auto* unpack = function_.get<ir::Unpack>(id);
            bool has_others = false;
            for (std::size_t k = 0; unpack != nullptr && k < unpack->targets.size(); ++k) {
                has_others = has_others || !frame_.is_of_block[unpack->targets[k].index];
            }
            for (std::size_t k = 0; has_others && k < unpack->targets.size(); ++k) {
                const std::uint32_t target = unpack->targets[k].index;
                is_new = is_new || frame_.is_of_block[target];
                is_sound_ = is_sound_ && !is_needed_[target];
                frame_.is_of_block[target] = false;
            }
        });
        return is_new;
    }

    const ir::Function& function_;
    const Uniformity& uniformity_;
    std::vector<bool> is_needed_;
    std::vector<bool> is_set_inside_;
    Frame frame_;
    bool changed_ = false;
    bool is_sound_ = true;
};

}  // namespace

bool is_barrier(const ir::Function& function, const ir::Stmt& stmt) {
    const auto* evaluate = stmt.get<ir::Evaluate>();
    const auto* row = evaluate != nullptr ? function.get<ir::Intrinsic>(evaluate->value) : nullptr;
    return row != nullptr && row->row->name == "numba.cuda.syncthreads";
}

bool is_warp_barrier(const ir::Function& function, const ir::Stmt& stmt) {
    const auto* evaluate = stmt.get<ir::Evaluate>();
    const auto* row = evaluate != nullptr ? function.get<ir::Intrinsic>(evaluate->value) : nullptr;
    return row != nullptr && row->row->name == "numba.cuda.syncwarp";
}

bool is_step(const ir::Function& function, const ir::Stmt& stmt) {
    return is_barrier(function, stmt) || is_warp_barrier(function, stmt) ||
           stmt.is<ir::MeetWarps>();
}

std::optional<Frame> find_frame(const ir::Function& function, const Uniformity& uniformity) {
    return FrameSearch(function, uniformity).run();
}

}  // namespace pycu::passes
