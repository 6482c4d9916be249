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
        ir::for_each_read(function_, id, [&](ir::LocalId local) {
            if (!set_.contains(local.index)) {
                read_first_.insert(local.index);
            }
        });
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
        const ir::LocalId target = ir::loop_target(stmt);
        if (const auto* branch = stmt.get<ir::If>()) {
            const std::vector<std::uint32_t> first = inner(branch->body, {});
            const std::vector<std::uint32_t> second = inner(branch->orelse, {});
            const std::unordered_set<std::uint32_t> both(first.begin(), first.end());
            for (const std::uint32_t local : second) {
                if (both.contains(local)) {
                    set({local});
                }
            }
        } else if (target.valid() || stmt.is<ir::While>()) {
            bool is_body = true;
            ir::for_each_block(stmt, [&](const ir::Block& block) {
                inner(block, is_body ? target : ir::LocalId{});
                is_body = false;
            });
        } else {
            ir::for_each_target(stmt, [&](ir::LocalId local) { set(local); });
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
    bool found = false;
    ir::for_each_read(function, expr,
                      [&](ir::LocalId local) { found = found || locals.contains(local.index); });
    return found;
}

}  // namespace pycu::passes
