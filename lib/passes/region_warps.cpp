// Operations at which the lanes of warps meet, as steps that a block takes for all its warps:
//
//   s += cuda.shfl_down_sync(FULL, s, k)   ->   value = s          in each thread
//                                               got = meeting      for all warps
//                                               s += got           in each thread
//
// A branch that whole warps take or leave, `if t < 32:`, becomes a variable that says which threads
// do what stands in it; its loops stay around, and what they count by is computed for all threads.
#include <algorithm>
#include <string>

#include "api/intrinsics.h"
#include "ir/visit.h"
#include "passes/intervals.h"
#include "passes/region_parts.h"
#include "passes/rewrite.h"
#include "types/scalar.h"

namespace pycu::passes {
namespace {

class WarpSteps {
  public:
    WarpSteps(const ir::Module& module, ir::Function& kernel, const Uniformity& uniformity)
        : module_(module), kernel_(kernel), facts_(module, kernel, uniformity) {}

    std::optional<WarpBody> run() {
        body_.body = take_apart(kernel_.body, {});
        return is_sound_ ? std::optional(std::move(body_)) : std::nullopt;
    }

  private:
    // ---- meetings

    const ir::Intrinsic* meeting(ir::ExprId id) const {
        const auto* row = kernel_.get<ir::Intrinsic>(id);
        return row != nullptr && row->row->effect == api::Effect::Warp ? row : nullptr;
    }

    const ir::Intrinsic* barrier_of(const ir::Stmt& stmt) const {
        return kernel_.get<ir::Intrinsic>(std::get<ir::Evaluate>(stmt.as).value);
    }

    bool meets(const ir::Stmt& stmt) const {
        bool found = false;
        ir::for_each_expr_of(kernel_, stmt,
                             [&](ir::ExprId id) { found = found || meeting(id) != nullptr; });
        return found || is_barrier(kernel_, stmt);
    }

    bool meets_inside(const ir::Stmt& stmt) const {
        bool found = false;
        ir::for_each_block(stmt, [&](const ir::Block& block) {
            ir::for_each_stmt(kernel_, block,
                              [&](ir::StmtId id) { found = found || meets(kernel_.stmts[id]); });
        });
        return found;
    }

    /// Whether all lanes take part: a mask of another value may leave some out.
    bool is_whole(const ir::Intrinsic& row) const {
        const auto mask = row.args.empty() ? std::nullopt : facts_.number(row.args.front());
        return row.args.empty() || (mask && (*mask == 0xffffffff || *mask == -1));
    }

    ir::LocalId add_variable(const char* name, Type type, Range range) {
        const ir::LocalId id = add_temporary(kernel_, name, type, range);
        kernel_.locals[id].spelling =
            "pycu_" + std::string(name) + std::to_string(body_.variables.size());
        body_.variables.push_back(id);
        return id;
    }

    ir::ExprId read(ir::LocalId local, Range range) {
        return add_expr(kernel_, kernel_.locals[local].type, range, ir::Read{local});
    }

    ir::StmtId assign_new(ir::LocalId local, ir::ExprId value, Range range) {
        return add_stmt(kernel_, range,
                        ir::Assign{.target = local, .value = value, .declares = true});
    }

    /// Replaces the meetings in an expression by what they give; the steps come first.
    ir::ExprId without_meetings(ir::ExprId id, ir::LocalId active, ir::Block& out) {
        ir::Expr expr = kernel_.exprs[id];  // a copy: the arena grows
        bool changed = false;
        const bool is_lazy = expr.is<ir::Select>() || expr.is<ir::Logical>();
        ir::for_each_operand(expr, [&](ir::ExprId& operand) {
            const ir::ExprId before = operand;
            operand = without_meetings(operand, active, out);
            changed = changed || operand != before;
        });
        // what is evaluated only where it is needed is no meeting of all
        is_sound_ = is_sound_ && !(is_lazy && changed);
        if (meeting(id) != nullptr) {
            return add_meeting(expr, active, out);
        }
        if (!changed) {
            is_sound_ = is_sound_ && !ir::has_effect(module_, expr);
            return id;
        }
        return kernel_.exprs.add(std::move(expr));
    }

    /// value = s; by = k; got = meeting
    ir::ExprId add_meeting(const ir::Expr& expr, ir::LocalId active, ir::Block& out) {
        ir::Intrinsic row = std::get<ir::Intrinsic>(expr.as);
        const bool is_known = is_warp_step(*row.row) && is_whole(row) &&
                              kernel_.exprs[row.args[1]].type.is_scalar() &&
                              !kernel_.exprs[row.args[1]].type.is_complex();
        if (!is_known) {
            is_sound_ = false;
            return kernel_.exprs.add(expr);
        }
        const Type type = kernel_.exprs[row.args[1]].type;
        const ir::LocalId value = add_variable("value", type, expr.range);
        assign(assign_new(value, row.args[1], expr.range), active, out);
        row.args[1] = read(value, expr.range);
        const bool is_by_thread = row.args.size() > 2 && !facts_.is_alike(row.args[2]);
        if (is_by_thread) {
            const ir::LocalId by = add_variable("by", kernel_.exprs[row.args[2]].type, expr.range);
            assign(assign_new(by, row.args[2], expr.range), active, out);
            row.args[2] = read(by, expr.range);
        }
        const ir::LocalId got = add_variable("got", expr.type, expr.range);
        const ir::ExprId step = add_expr(kernel_, expr.type, expr.range, std::move(row));
        out.push_back(
            add_stmt(kernel_, expr.range, ir::MeetWarps{got, step, active, is_by_thread}));
        return read(got, expr.range);
    }

    // ---- statements

    /// A statement of active threads, or of all.
    void assign(ir::StmtId id, ir::LocalId active, ir::Block& out) {
        if (!active.valid()) {
            out.push_back(id);
            return;
        }
        // what it declares lives on behind the branch
        ir::Stmt stmt = kernel_.stmts[id];
        if (auto* declared = std::get_if<ir::Assign>(&stmt.as);
            declared != nullptr && declared->declares) {
            out.push_back(add_stmt(kernel_, stmt.range, ir::Declare{declared->target}));
            declared->declares = false;
            id = kernel_.stmts.add(std::move(stmt));
        }
        const Range range = kernel_.stmts[id].range;
        out.push_back(add_stmt(kernel_, range, ir::If{read(active, range), {id}, {}}));
    }

    ir::Block take_apart(const ir::Block& block, ir::LocalId active) {
        ir::Block out;
        for (const ir::StmtId id : block) {
            const ir::Stmt stmt = kernel_.stmts[id];
            if (is_warp_barrier(kernel_, stmt)) {
                is_sound_ = is_sound_ && is_whole(*barrier_of(stmt));
                out.push_back(id);
            } else if (is_barrier(kernel_, stmt)) {
                is_sound_ = is_sound_ && !active.valid();
                out.push_back(id);
            } else if (meets_inside(stmt)) {
                take_inside(stmt, active, out);
            } else if (meets(stmt)) {
                add_without_meetings(stmt, active, out);
            } else if (active.valid() && !is_of_all(stmt)) {
                guard(id, active, out);
            } else {
                out.push_back(id);
            }
        }
        return out;
    }

    void add_without_meetings(ir::Stmt stmt, ir::LocalId active, ir::Block& out) {
        is_sound_ = is_sound_ && !ir::is_loop(stmt);
        ir::for_each_expr(stmt, [&](ir::ExprId& id) { id = without_meetings(id, active, out); });
        if (auto* branch = std::get_if<ir::If>(&stmt.as)) {
            branch->is_elif = false;
        }
        assign(kernel_.stmts.add(std::move(stmt)), active, out);
    }

    /// Declarations stay in front of what uses them behind the guard.
    void guard(ir::StmtId id, ir::LocalId active, ir::Block& out) {
        const ir::Stmt& stmt = kernel_.stmts[id];
        const auto* assign = stmt.get<ir::Assign>();
        const bool is_scalar = assign == nullptr || kernel_.locals[assign->target].type.is_scalar();
        is_sound_ = is_sound_ && is_scalar && !stmt.is<ir::DeclareArray>() &&
                    !stmt.is<ir::Unpack>() && !ir::is_jump(stmt);
        if (stmt.is<ir::Declare>() || stmt.is<ir::Nothing>()) {
            out.push_back(id);
        } else {
            this->assign(id, active, out);
        }
    }

    /// Whether a statement may be done by all threads where only some do it: it sets a variable of
    /// the branch to what is free of traps.
    bool is_of_all(const ir::Stmt& stmt) const {
        const auto* assign = stmt.get<ir::Assign>();
        return assign != nullptr && facts_.is_counter(assign->target) &&
               is_pure_value(kernel_, assign->value);
    }

    void take_inside(ir::Stmt stmt, ir::LocalId active, ir::Block& out) {
        if (ir::is_loop(stmt)) {
            is_sound_ = is_sound_ && !meets(stmt) && (!active.valid() || facts_.ends(stmt));
            change(stmt, active);
            out.push_back(kernel_.stmts.add(std::move(stmt)));
            return;
        }
        auto* branch = std::get_if<ir::If>(&stmt.as);
        if (branch == nullptr || meets(stmt)) {
            is_sound_ = false;
        } else if (facts_.is_uniform(branch->condition)) {
            branch->is_elif = false;
            change(stmt, active);
            out.push_back(kernel_.stmts.add(std::move(stmt)));
        } else if (branch->orelse.empty() && !active.valid() &&
                   facts_.is_warps_own(branch->condition, body_.in_rows) &&
                   is_pure_value(kernel_, branch->condition)) {
            facts_.find_counters(branch->body);
            const ir::LocalId now =
                add_variable("takes_part", kernel_.exprs[branch->condition].type, stmt.range);
            out.push_back(assign_new(now, branch->condition, stmt.range));
            const ir::Block inner = take_apart(branch->body, now);
            out.insert(out.end(), inner.begin(), inner.end());
        } else {
            is_sound_ = false;
        }
    }

    void change(ir::Stmt& stmt, ir::LocalId active) {
        std::vector<ir::Block> inner;
        ir::for_each_block(std::as_const(stmt), [&](const ir::Block& block) {
            inner.push_back(take_apart(block, active));
        });
        std::size_t next = 0;
        ir::for_each_block(stmt, [&](ir::Block& block) { block = std::move(inner[next++]); });
    }

    const ir::Module& module_;
    ir::Function& kernel_;
    WarpBody body_;
    WarpFacts facts_;
    bool is_sound_ = true;
};

}  // namespace

bool is_warp_step(const api::Intrinsic& row) {
    return row.name.starts_with("numba.cuda.shfl") || row.name == "numba.cuda.all_sync" ||
           row.name == "numba.cuda.any_sync" || row.name == "numba.cuda.eq_sync" ||
           row.name == "numba.cuda.ballot_sync";
}

std::optional<WarpBody> with_warp_steps(const ir::Module& module, ir::Function& kernel,
                                        const Uniformity& uniformity) {
    return WarpSteps(module, kernel, uniformity).run();
}

}  // namespace pycu::passes
