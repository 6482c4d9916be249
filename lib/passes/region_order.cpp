// A fiber runs on from one loop over threads into the next unless a barrier is between them, while
// the loops make all threads wait there. What threads without a race read and write does not tell;
// atomics and prints may.
#include <utility>

#include "ir/visit.h"
#include "passes/region_parts.h"

namespace pycu::passes {
namespace {

class OrderCheck {
  public:
    OrderCheck(const ir::Module& module, const ir::Function& function)
        : module_(module), function_(function) {}

    bool keeps_order(const ir::Block& body) {
        walk(body, false);
        return !runs_on_ || (ordered_ <= 1 && !has_ordered_loop_);
    }

  private:
    /// `is_open`: a loop over threads has run since the last barrier. Returns what holds at the
    /// end.
    bool walk(const ir::Block& block, bool is_open) {
        for (const ir::StmtId id : block) {
            const ir::Stmt& stmt = function_.stmts[id];
            if (const auto* loop = stmt.get<ir::ForThreads>()) {
                runs_on_ = runs_on_ || is_open;
                is_open = true;
                if (rounds_ == 0) {
                    count(loop->body);
                }
            } else if (is_barrier(function_, stmt)) {
                is_open = false;
            } else if (const auto* branch = stmt.get<ir::If>()) {
                const bool after_body = walk(branch->body, is_open);
                is_open = walk(branch->orelse, is_open) || after_body;
            } else if (ir::is_jump(stmt)) {
                jumps_open_ = jumps_open_ || is_open;
            } else {
                is_open = walk_loop(stmt, is_open);
            }
        }
        return is_open;
    }

    /// Twice: what a round leaves open, the next one begins with.
    bool walk_loop(const ir::Stmt& stmt, bool is_open) {
        ir::for_each_block(stmt, [&](const ir::Block& body) {
            const bool jumped = std::exchange(jumps_open_, false);
            ++loops_;
            const bool first = walk(body, is_open);
            is_open = is_open || first || jumps_open_;
            ++rounds_;
            is_open = walk(body, is_open) || is_open || jumps_open_;
            --rounds_;
            --loops_;
            jumps_open_ = jumped;
        });
        return is_open;
    }

    void count(const ir::Block& body) {
        bool is_ordered = false;
        ir::for_each_stmt(function_, body, [&](ir::StmtId id) {
            const ir::Stmt& stmt = function_.stmts[id];
            is_ordered = is_ordered || stmt.is<ir::Print>();
            ir::for_each_expr_of(function_, stmt, [&](ir::ExprId expr) {
                is_ordered = is_ordered || ir::has_effect(module_, function_.exprs[expr]);
            });
        });
        ordered_ += is_ordered ? 1 : 0;
        has_ordered_loop_ = has_ordered_loop_ || (is_ordered && loops_ > 0);
    }

    const ir::Module& module_;
    const ir::Function& function_;
    bool runs_on_ = false;
    bool jumps_open_ = false;
    bool has_ordered_loop_ = false;
    int ordered_ = 0;
    int loops_ = 0;
    int rounds_ = 0;
};

}  // namespace

bool keeps_order(const ir::Module& module, const ir::Function& function, const ir::Block& body) {
    return OrderCheck(module, function).keeps_order(body);
}

}  // namespace pycu::passes
