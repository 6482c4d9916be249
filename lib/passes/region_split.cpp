// The body of a kernel with its statements in loops over threads. A statement of the frame ends
// such a loop only where it must: what the block computes once moves in front of it.
#include <utility>

#include "ir/visit.h"
#include "passes/region_parts.h"
#include "passes/rewrite.h"

namespace pycu::passes {
namespace {

class Splitter {
  public:
    Splitter(ir::Function& function, const Frame& frame) : function_(function), frame_(frame) {}

    ir::Block split(const ir::Block& block, bool is_outermost) {
        ir::Block out;
        ir::Block pending;
        for (std::size_t i = 0; i < block.size(); ++i) {
            const ir::StmtId id = block[i];
            // a copy: the arena grows
            const ir::Stmt stmt = function_.stmts[id];
            if (is_step(function_, stmt)) {
                flush(pending, out);
                out.push_back(id);
            } else if (frame_.is_around[id.index]) {
                flush(pending, out);
                out.push_back(split_around(stmt));
            } else if (ir::is_jump(stmt) ||
                       (ir::leaves_function(stmt) && !is_outermost && block.size() == 1)) {
                flush(pending, out);
                out.push_back(id);
            } else if (!is_of_block(stmt)) {
                pending.push_back(id);
            } else {
                // a loop's counter stays in front of the loop, and its step at the body's end
                if (ir::counted_while(function_, block, i) != nullptr || id == step_ ||
                    !may_move_before(pending, stmt)) {
                    flush(pending, out);
                }
                out.push_back(id);
            }
        }
        flush(pending, out);
        return out;
    }

  private:
    void flush(ir::Block& pending, ir::Block& out) {
        if (!pending.empty()) {
            const Range range = function_.stmts[pending.front()].range;
            const bool has_blank = function_.stmts[pending.front()].blank_before;
            ir::ForThreads loop;
            loop.body = std::exchange(pending, {});
            out.push_back(add_stmt(function_, range, std::move(loop)));
            function_.stmts[out.back()].blank_before = has_blank;
        }
    }

    ir::StmtId split_around(ir::Stmt stmt) {
        std::vector<ir::Block> inner;
        const auto* loop = stmt.get<ir::While>();
        ir::for_each_block(std::as_const(stmt), [&](const ir::Block& block) {
            const auto step = loop != nullptr && loop->counter.valid()
                                  ? ir::step_of(function_, block, loop->counter)
                                  : std::nullopt;
            const ir::StmtId outer = std::exchange(step_, step ? block[*step] : ir::StmtId{});
            inner.push_back(split(block, false));
            step_ = outer;
        });
        std::size_t next = 0;
        ir::for_each_block(stmt, [&](ir::Block& block) { block = std::move(inner[next++]); });
        if (auto* branch = std::get_if<ir::If>(&stmt.as)) {
            branch->is_elif = false;
        }
        return function_.stmts.add(std::move(stmt));
    }

    /// Whether a statement declares or sets variables of the block, and so is done once.
    bool is_of_block(const ir::Stmt& stmt) const {
        const auto holds = [&](ir::LocalId local) { return frame_.is_of_block[local.index]; };
        if (const auto* declare = stmt.get<ir::Declare>()) {
            return holds(declare->local);
        }
        if (const auto* array = stmt.get<ir::DeclareArray>()) {
            return holds(array->array);
        }
        if (const auto* assign = stmt.get<ir::Assign>()) {
            return holds(assign->target);
        }
        const auto* unpack = stmt.get<ir::Unpack>();
        return unpack != nullptr && holds(unpack->targets.front());
    }

    /// Whether nothing that waits reads or sets what the statement sets; where threads end in it,
    /// a function or a division might be done that none of them would do.
    bool may_move_before(const ir::Block& pending, const ir::Stmt& stmt) const {
        bool may = true;
        ir::for_each_stmt(function_, pending, [&](ir::StmtId id) {
            const ir::Stmt& other = function_.stmts[id];
            may = may && !(ir::leaves_function(other) && may_trap(stmt));
            const auto look = [&](ir::LocalId local) { may = may && !sets(stmt, local); };
            ir::for_each_target(other, [&](const ir::LocalId& target) { look(target); });
            ir::for_each_expr(
                other, [&](const ir::ExprId& expr) { ir::for_each_read(function_, expr, look); });
        });
        return may;
    }

    static bool sets(const ir::Stmt& stmt, ir::LocalId local) {
        bool found = false;
        ir::for_each_target(stmt,
                            [&](const ir::LocalId& target) { found = found || target == local; });
        return found;
    }

    bool may_trap(const ir::Stmt& stmt) const {
        bool found = false;
        ir::for_each_expr_of(function_, stmt, [&](ir::ExprId id) {
            const auto* row = function_.get<ir::Intrinsic>(id);
            found = found || (row != nullptr && !row->row->is_attribute()) ||
                    ir::is_floor_division(function_.exprs[id]);
        });
        return found;
    }

    ir::Function& function_;
    const Frame& frame_;
    /// The step of the counted loop around, where there is one.
    ir::StmtId step_;
};

}  // namespace

ir::Block split_at_barriers(ir::Function& function, const Frame& frame) {
    return Splitter(function, frame).split(function.body, true);
}

}  // namespace pycu::passes
