// The log of changes, and where paths meet.
#include "passes/flow_facts.h"

#include <algorithm>
#include <utility>

#include "ir/interval.h"

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

}  // namespace pycu::passes
