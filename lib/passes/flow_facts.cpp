// The log of changes, and where paths meet.
#include "passes/flow_facts.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "ir/interval.h"
#include "ir/visit.h"

namespace pycu::passes {

namespace {

/// How many relations a question looks at, the newest first: enough for the guards around it.
constexpr std::size_t looked_at = 48;

}  // namespace

ir::Interval either(ir::Interval a, ir::Interval b) {
    if (a == no_value) {
        return b;
    }
    return b == no_value ? a : ir::join(a, b);
}

FlowFacts::FlowFacts(std::size_t locals) : values_(locals) {
    for (Fact& fact : values_) {
        fact.id = new_id();
    }
}

void FlowFacts::set(std::uint32_t local, const Fact& value) {
    if (values_[local] == value) {
        return;
    }
    log_.push_back({local, values_[local]});
    values_[local] = value;
}

void FlowFacts::assign(std::uint32_t local, ir::Interval interval, ValueId id) {
    set(local, {interval, id});
}

void FlowFacts::narrow(std::uint32_t local, ir::Interval interval) {
    set(local, {interval, values_[local].id});
}

std::int64_t FlowFacts::gap(ValueId greater, ValueId less) const {
    std::int64_t best = greater == less ? 0 : INT64_MIN;
    const std::size_t first = relations_.size() - std::min(looked_at, relations_.size());
    for (std::size_t i = relations_.size(); i-- > first;) {
        const Relation& one = relations_[i];
        if (one.greater != greater) {
            continue;
        }
        if (one.less == less) {
            best = std::max(best, one.gap);
            continue;
        }
        for (std::size_t k = relations_.size(); k-- > first;) {
            const Relation& two = relations_[k];
            std::int64_t both = 0;
            if (two.greater == one.less && two.less == less &&
                !__builtin_add_overflow(one.gap, two.gap, &both)) {
                best = std::max(best, both);
            }
        }
    }
    return best;
}

Changes FlowFacts::since(const Mark& mark) const {
    Changes changes;
    changes.is_reachable = is_reachable_;
    if (!is_reachable_) {
        return changes;
    }
    for (std::size_t i = mark.changes; i < log_.size(); ++i) {
        changes.values[log_[i].local] = values_[log_[i].local];
    }
    const auto learnt = relations_.begin() + std::ptrdiff_t(mark.relations);
    changes.relations.assign(learnt, relations_.end());
    return changes;
}

void FlowFacts::undo(const Mark& mark) {
    while (log_.size() > mark.changes) {
        values_[log_.back().local] = log_.back().value;
        log_.pop_back();
    }
    relations_.resize(mark.relations);
    is_reachable_ = true;
}

void FlowFacts::apply(const std::vector<Changes>& paths) {
    std::vector<const Changes*> live;
    for (const Changes& path : paths) {
        if (path.is_reachable) {
            live.push_back(&path);
        }
    }
    is_reachable_ = !live.empty();
    if (live.size() == 1) {
        for (const auto& [local, value] : live.front()->values) {
            set(local, value);
        }
        const auto& learnt = live.front()->relations;
        relations_.insert(relations_.end(), learnt.begin(), learnt.end());
        return;
    }
    std::vector<std::uint32_t> changed;
    for (const Changes* path : live) {
        for (const auto& [local, value] : path->values) {
            changed.push_back(local);
        }
    }
    std::ranges::sort(changed);
    changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
    for (const std::uint32_t local : changed) {
        Fact met{no_value, 0};
        for (const Changes* path : live) {
            const auto found = path->values.find(local);
            const Fact& value = found == path->values.end() ? values_[local] : found->second;
            const bool is_first = path == live.front();
            met.id = is_first || met.id == value.id ? value.id : new_id();
            met.interval = either(met.interval, value.interval);
        }
        set(local, met);
    }
}

// ---- One walk through a loop, with the variables that are certainly set at each point.

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
