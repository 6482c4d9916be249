// The log of changes, and where paths meet.
#include "passes/flow_facts.h"

#include "ir/interval.h"

namespace pycu::passes {

ir::Interval either(ir::Interval a, ir::Interval b) {
    if (a == no_value) {
        return b;
    }
    return b == no_value ? a : ir::join(a, b);
}

void FlowFacts::set(std::uint32_t local, ir::Interval value) {
    if (values_[local] == value) {
        return;
    }
    log_.push_back({local, values_[local]});
    values_[local] = value;
}

Changes FlowFacts::since(std::size_t mark) const {
    Changes changes;
    changes.is_reachable = is_reachable_;
    for (std::size_t i = mark; i < log_.size(); ++i) {
        changes.values[log_[i].local] = values_[log_[i].local];
    }
    return changes;
}

void FlowFacts::undo(std::size_t mark) {
    while (log_.size() > mark) {
        values_[log_.back().local] = log_.back().value;
        log_.pop_back();
    }
    is_reachable_ = true;
}

void FlowFacts::apply(const std::vector<Changes>& paths) {
    std::unordered_map<std::uint32_t, ir::Interval> met;
    is_reachable_ = false;
    for (const Changes& path : paths) {
        is_reachable_ = is_reachable_ || path.is_reachable;
        for (const auto& [local, value] : path.values) {
            met.emplace(local, no_value);
        }
    }
    for (auto& [local, value] : met) {
        for (const Changes& path : paths) {
            if (path.is_reachable) {
                const auto found = path.values.find(local);
                value = either(value, found == path.values.end() ? values_[local] : found->second);
            }
        }
    }
    for (const auto& [local, value] : met) {
        set(local, value);
    }
}

}  // namespace pycu::passes
