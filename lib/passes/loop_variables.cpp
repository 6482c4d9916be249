// One walk through a loop, with the variables that are certainly set at each point.
#include "passes/loop_variables.h"

#include <utility>
#include <vector>

#include "ir/visit.h"

namespace pycu::passes {
namespace {

class Scan {
  public:
    explicit Scan(const ir::Function& function) : function_(function) {}

    void set(ir::LocalId local) {
        if (local.valid()) {
            assigned_.insert(local.index);
            if (set_.insert(local.index).second) {
                log_.push_back(local.index);
            }
        }
    }

    void expr(ir::ExprId id) {
        const ir::Expr& e = function_.exprs[id];
        if (const auto* read = e.get<ir::Read>()) {
            if (!set_.contains(read->local.index)) {
                read_first_.insert(read->local.index);
            }
            return;
        }
        ir::for_each_operand(e, [&](ir::ExprId operand) { expr(operand); });
    }

    void block(const ir::Block& block) {
        for (const ir::StmtId id : block) {
            stmt(function_.stmts[id]);
        }
    }

    LoopVariables result() {
        LoopVariables variables;
        for (const std::uint32_t local : assigned_) {
            if (read_first_.contains(local)) {
                variables.carried.insert(local);
            }
        }
        variables.assigned = std::move(assigned_);
        return variables;
    }

  private:
    void stmt(const ir::Stmt& stmt) {
        ir::for_each_expr(stmt, [&](ir::ExprId id) { expr(id); });
        if (const auto* assign = stmt.get<ir::Assign>()) {
            set(assign->target);
        } else if (const auto* unpack = stmt.get<ir::Unpack>()) {
            for (const ir::LocalId target : unpack->targets) {
                set(target);
            }
        } else if (const auto* branch = stmt.get<ir::If>()) {
            const std::vector<std::uint32_t> first = inner(branch->body, {});
            const std::vector<std::uint32_t> second = inner(branch->orelse, {});
            const std::unordered_set<std::uint32_t> both(first.begin(), first.end());
            for (const std::uint32_t local : second) {
                if (both.contains(local)) {
                    set({local});
                }
            }
        } else if (const auto* loop = stmt.get<ir::ForRange>()) {
            inner(loop->body, loop->target);
            inner(loop->orelse, {});
        } else if (const auto* loop = stmt.get<ir::ForItems>()) {
            inner(loop->body, loop->target);
            inner(loop->orelse, {});
        } else if (const auto* loop = stmt.get<ir::While>()) {
            inner(loop->body, {});
            inner(loop->orelse, {});
        }
    }

    /// A block that may be passed over; what it certainly sets where it is not.
    std::vector<std::uint32_t> inner(const ir::Block& inner, ir::LocalId target) {
        const std::size_t mark = log_.size();
        set(target);
        block(inner);
        std::vector<std::uint32_t> sets(log_.begin() + std::ptrdiff_t(mark), log_.end());
        for (const std::uint32_t local : sets) {
            set_.erase(local);
        }
        log_.resize(mark);
        return sets;
    }

    const ir::Function& function_;
    std::unordered_set<std::uint32_t> assigned_;
    std::unordered_set<std::uint32_t> read_first_;
    std::unordered_set<std::uint32_t> set_;
    std::vector<std::uint32_t> log_;
};

}  // namespace

LoopVariables find_loop_variables(const ir::Function& function, ir::ExprId condition,
                                  ir::LocalId target, const ir::Block& body) {
    Scan scan(function);
    if (condition.valid()) {
        scan.expr(condition);
    }
    scan.set(target);
    scan.block(body);
    return scan.result();
}

bool reads_any(const ir::Function& function, ir::ExprId expr,
               const std::unordered_set<std::uint32_t>& locals) {
    const ir::Expr& e = function.exprs[expr];
    if (const auto* read = e.get<ir::Read>()) {
        return locals.contains(read->local.index);
    }
    bool found = false;
    ir::for_each_operand(
        e, [&](ir::ExprId operand) { found = found || reads_any(function, operand, locals); });
    return found;
}

}  // namespace pycu::passes
