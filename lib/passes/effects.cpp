// Which arrays a function writes through its parameters, and whether it reaches a barrier.
#include "ir/visit.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

namespace pycu::passes {
namespace {

class Effects {
  public:
    Effects(ir::Module& module, ir::Function& function) : module_(module), function_(function) {}

    /// Looks at every statement once; whether something new was found.
    bool run() {
        for_each_stmt(function_, function_.body, [&](ir::StmtId id) { stmt(function_.stmts[id]); });
        return changed_;
    }

  private:
    void stmt(const ir::Stmt& stmt) {
        if (const auto* store = std::get_if<ir::Store>(&stmt.as)) {
            write(store->place);
        } else if (const auto* assign = std::get_if<ir::Assign>(&stmt.as)) {
            // b = a: what is written through b is written in a
            const ir::Local& target = function_.locals[assign->target];
            if ((target.type.is_array() || target.type.is_record()) && target.is_written) {
                write(assign->value);
            }
        } else if (const auto* returned = std::get_if<ir::Return>(&stmt.as)) {
            if (returned->value && (function_.result_is_written || function_.result.is_record())) {
                mark(*returned->value);  // the caller may write to a record
            }
        }
        // a thread that may end here must get here, and what is printed must be
        set(function_.has_effects, std::holds_alternative<ir::Raise>(stmt.as) ||
                                       std::holds_alternative<ir::Print>(stmt.as));
        for_each_expr_of(function_, stmt, [&](ir::ExprId id) { expr(function_.exprs[id]); });
    }

    void expr(const ir::Expr& expr) {
        if (const auto* e = std::get_if<ir::Intrinsic>(&expr.as)) {
            if (e->row->takes_place() && e->row->effect != api::Effect::Reads) {
                write(e->args[0]);
            }
            const api::Effect effect = e->row->effect;
            set(function_.has_barrier, effect == api::Effect::Converges);
            set(function_.has_warp_operation, effect == api::Effect::Warp);
            set(function_.syncs_grid, effect == api::Effect::Grid);
            set(function_.has_effects, effect >= api::Effect::Writes);
        } else if (const auto* call = std::get_if<ir::Call>(&expr.as)) {
            const ir::Function& callee = module_.functions[call->function];
            for (std::size_t i = 0; i < call->args.size(); ++i) {
                if (callee.locals[callee.params[i]].is_written) {
                    write(call->args[i]);
                }
            }
            set(function_.has_barrier, callee.has_barrier);
            set(function_.has_warp_operation, callee.has_warp_operation);
            set(function_.syncs_grid, callee.syncs_grid);
            set(function_.has_effects, callee.has_effects);
        }
    }

    void write(ir::ExprId place) {
        set(function_.has_effects, true);
        mark(place);
    }

    /// Marks the locals behind a place, an array or a record.
    void mark(ir::ExprId place) {
        const ir::Expr& expr = function_.exprs[place];
        if (const auto* read = std::get_if<ir::Read>(&expr.as)) {
            set(function_.locals[read->local].is_written, true);
            return;
        }
        if (const auto* call = std::get_if<ir::Call>(&expr.as)) {
            set(module_.functions[call->function].result_is_written, true);
        }
        ir::for_each_operand(expr, [&](const ir::ExprId& operand) {
            const Type type = function_.exprs[operand].type;
            if (type.is_array() || type.is_tuple() || type.is_record()) {
                mark(operand);
            }
        });
    }

    void set(bool& fact, bool value) {
        changed_ = changed_ || (value && !fact);
        fact = fact || value;
    }

    ir::Module& module_;
    ir::Function& function_;
    bool changed_ = false;
};

}  // namespace

void find_effects(ir::Module& module) {
    // Callees come first: one round is enough but for recursion and `b = a`.
    bool changed = true;
    while (changed) {
        changed = false;
        for (ir::Function& function : module.functions) {
            changed = Effects(module, function).run() || changed;
        }
    }
}

}  // namespace pycu::passes
