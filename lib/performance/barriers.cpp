// Barriers with no use of memory between them.
#include <optional>

#include "ir/visit.h"
#include "performance/notes.h"

namespace pycu::performance {

namespace {

bool is_barrier(const ir::Function& function, ir::StmtId id) {
    const auto* evaluate = function.get<ir::Evaluate>(id);
    const auto* row = evaluate != nullptr ? function.get<ir::Intrinsic>(evaluate->value) : nullptr;
    return row != nullptr && row->row->name == "numba.cuda.syncthreads";
}

/// Whether a statement, with what is in it, computes with variables alone.
bool is_plain(const ir::Module& module, const ir::Function& function, ir::StmtId id) {
    const ir::Stmt& stmt = function.stmts[id];
    bool is_plain = !stmt.is<ir::Raise>() && !stmt.is<ir::Print>() && !stmt.is<ir::Return>();
    ir::for_each_expr_of(function, stmt, [&](ir::ExprId part) {
        const ir::Expr& expr = function.exprs[part];
        const auto* row = expr.get<ir::Intrinsic>();
        is_plain = is_plain && !ir::is_place(expr) && !expr.is<ir::Call>() &&
                   !expr.is<ir::Reduce>() && !ir::has_effect(module, expr) &&
                   (row == nullptr || row->row->effect == api::Effect::Pure);
    });
    return is_plain;
}

bool is_plain_block(const ir::Module& module, const ir::Function& function,
                    const ir::Block& block) {
    bool all = true;
    ir::for_each_stmt(function, block, [&](ir::StmtId id) {
        all = all && (is_barrier(function, id) || is_plain(module, function, id));
    });
    return all;
}

class Search {
  public:
    Search(const ir::Module& module, const ir::Function& function, diag::Sink& sink)
        : module_(module), function_(function), sink_(sink) {}

    void block(const ir::Block& body) {
        std::optional<ir::StmtId> before;
        for (const ir::StmtId id : body) {
            const ir::Stmt& stmt = function_.stmts[id];
            if (is_barrier(function_, id)) {
                if (before) {
                    tell(stmt.range, "`cuda.syncthreads()` again, with no use of memory between")
                        .label(function_.stmts[*before].range, "the barrier before");
                }
                before = id;
                continue;
            }
            bool has_blocks = false;
            ir::for_each_block(stmt, [&](const ir::Block& inner) {
                has_blocks = has_blocks || !inner.empty();
                look_inside(stmt, inner);
            });
            if (has_blocks || !is_plain(module_, function_, id)) {
                before.reset();
            }
        }
    }

  private:
    /// A loop that uses no memory at all has nothing for a barrier to order but what is around it.
    void look_inside(const ir::Stmt& stmt, const ir::Block& inner) {
        if (!ir::is_loop(stmt) || !is_plain_block(module_, function_, inner)) {
            return block(inner);
        }
        for (const ir::StmtId id : inner) {
            if (is_barrier(function_, id)) {
                tell(function_.stmts[id].range,
                     "a barrier in each turn of a loop that uses no memory");
                return;
            }
        }
        block(inner);
    }

    diag::Diagnostic& tell(Range range, std::string_view what) {
        return sink_.report<diag::Code::RedundantBarrier>(range, what)
            .note("every thread of the block waits for the slowest one, each time")
            .help("one barrier orders what is before it and what is behind it");
    }

    const ir::Module& module_;
    const ir::Function& function_;
    diag::Sink& sink_;
};

}  // namespace

void tell_barriers(const ir::Module& module, const ir::Function& function, diag::Sink& sink) {
    Search(module, function, sink).block(function.body);
}

}  // namespace pycu::performance
