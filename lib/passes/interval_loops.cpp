// Loops of the interval analysis.
//
// An iteration begins with what stood before the loop or with what the iteration before it brought.
// Rounds find that: after two of them a bound that still moves is given up, and the last one finds
// what conditions give back. Only variables that are carried from one iteration to the next need
// rounds; most loops have none.
#include <algorithm>

#include "passes/intervals.h"

namespace pycu::passes {
namespace {

/// Loops nested deeper than this take what they assign as unknown: the rounds would multiply.
constexpr std::size_t deepest_exact_loop = 3;
constexpr int most_rounds = 6;

}  // namespace

/// Takes everything that a loop sets as unknown.
IntervalAnalysis::Header IntervalAnalysis::anything(const LoopVariables& variables) const {
    Header head;
    for (const Local local : variables.assigned) {
        if (is_tracked(type(ir::LocalId{local}))) {
            head[local] = ir::interval_of(type(ir::LocalId{local}));
        }
    }
    return head;
}

/// What an iteration brings back to the loop's header.
IntervalAnalysis::Header IntervalAnalysis::brought_back(const Loop& done) const {
    Header next;
    for (const Changes& path : done.continues) {
        for (const auto& [local, fact] : path.values) {
            const auto [entry, is_new] = next.emplace(local, fact.interval);
            entry->second = is_new ? fact.interval : either(entry->second, fact.interval);
        }
    }
    return next;
}

/// What a variable lies between at the header; the state is that before the loop.
ir::Interval IntervalAnalysis::before(const Header& head, Local local) const {
    const auto found = head.find(local);
    return found == head.end() ? state_[local] : either(state_[local], found->second);
}

/// Every variable that the loop sets has another value in each iteration.
void IntervalAnalysis::begin(const Header& head, const LoopVariables& variables) {
    for (const Local local : variables.assigned) {
        state_.assign(local, before(head, local), state_.new_id());
    }
}

template <class Enter>
IntervalAnalysis::Loop IntervalAnalysis::iterate(const Header& head, const LoopVariables& variables,
                                                 const ir::Block& body, const Enter& enter) {
    const FlowFacts::Mark mark = state_.mark();
    loops_.push_back({mark, {}, {}});
    begin(head, variables);
    enter(true);
    block(body);
    Loop done = std::move(loops_.back());
    loops_.pop_back();
    done.continues.push_back(state_.since(mark));
    state_.undo(mark);
    return done;
}

/// What iterations bring to the header, all of them.
template <class Enter>
IntervalAnalysis::Header IntervalAnalysis::settle(const LoopVariables& variables,
                                                  const ir::Block& body, const Enter& enter) {
    if (loops_.size() >= deepest_exact_loop) {
        return anything(variables);
    }
    Header head;
    const bool has_carried = std::ranges::any_of(
        variables.carried, [&](Local local) { return is_tracked(type(ir::LocalId{local})); });
    if (!has_carried) {
        return head;
    }
    for (int round = 0; round < most_rounds; ++round) {
        Header next = brought_back(iterate(head, variables, body, enter));
        Header wider = next;
        bool is_safe = true;
        for (const Local local : variables.carried) {
            const auto value = wider.find(local);
            if (value == wider.end()) {
                continue;
            }
            const ir::Interval old = before(head, local);
            const ir::Interval both = either(old, value->second);
            value->second = both;
            is_safe = is_safe && both == old;
            if (round >= 1 && old != no_value) {
                const ir::Interval whole = ir::interval_of(type(ir::LocalId{local}));
                value->second = {both.low < old.low ? whole.low : both.low,
                                 both.high > old.high ? whole.high : both.high};
            }
        }
        if (is_safe) {
            return next;  // what follows from a safe header is safe, too, and may be narrower
        }
        head = std::move(wider);
    }
    return anything(variables);
}

/// `enter(true)` evaluates the header and assumes what holds in an iteration; `enter(false)` what
/// holds when the loop is over.
template <class Enter>
void IntervalAnalysis::loop(const ir::Block& body, const ir::Block& orelse, bool may_end,
                            const LoopVariables& variables, const Enter& enter) {
    const bool was_recording = is_recording_;
    is_recording_ = false;
    const Header head = settle(variables, body, enter);
    is_recording_ = was_recording;
    Loop done = iterate(head, variables, body, enter);
    // The end: from a break, or through the header when it is over.
    std::vector<Changes> ends = std::move(done.breaks);
    if (may_end) {
        const FlowFacts::Mark mark = state_.mark();
        begin(brought_back(done), variables);
        is_recording_ = false;
        enter(false);
        is_recording_ = was_recording;
        if (state_.is_reachable()) {
            block(orelse);
        }
        ends.push_back(state_.since(mark));
        state_.undo(mark);
    }
    state_.apply(ends);
}

const LoopVariables& IntervalAnalysis::variables_of(ir::ExprId condition, ir::LocalId target,
                                                    const ir::Block& body) {
    const auto found = loop_variables_.find(&body);
    if (found != loop_variables_.end()) {
        return found->second;
    }
    return loop_variables_.emplace(&body, find_loop_variables(function_, condition, target, body))
        .first->second;
}

void IntervalAnalysis::loop_while(const ir::While& s) {
    const auto* literal = get<ir::Literal>(s.condition);
    const bool is_endless = literal != nullptr && literal->value == ir::Number{true};
    loop(s.body, s.orelse, !is_endless, variables_of(s.condition, {}, s.body), [&](bool goes_on) {
        eval(s.condition);
        assume(s.condition, goes_on);
    });
}

void IntervalAnalysis::loop_for(const ir::ForRange& s) {
    const ir::Interval start = eval(s.start);
    const ir::Interval stop = eval(s.stop);
    const ir::Interval step = eval(s.step);
    const LoopVariables& variables = variables_of({}, s.target, s.body);
    // A large unsigned step counts down: Numba takes its bits for a signed number.
    const bool goes_up = step.low > 0 && (type(s.target) != uint64 || step.high < INT64_MAX);
    const bool goes_down = step.high < 0;
    ir::Interval values = ir::interval_of(type(s.target));
    if (goes_up) {
        const std::int64_t last = stop.high == INT64_MAX ? INT64_MAX : stop.high - 1;
        values = {start.low, std::max(start.low, last)};
    } else if (goes_down) {
        values = {std::min(ir::saturating_add(stop.low, 1), start.high), start.high};
    }
    const std::optional<Linear> first = linear(s.start);
    const std::optional<Linear> end = linear(s.stop);
    const bool is_stop_fixed = !reads_any(function_, s.stop, variables.assigned);
    loop(s.body, s.orelse, true, variables, [&](bool goes_on) {
        if (!goes_on) {
            return;  // the target keeps the value of the last iteration, or that before
        }
        const ValueId target = state_.new_id();
        give(s.target, values, target);
        if (goes_up) {
            relate(value_of(target), first, 0);
            relate(end, value_of(target), 1);
        } else if (goes_down) {
            relate(first, value_of(target), 0);
            relate(value_of(target), end, 1);
        }
        if (is_stop_fixed && goes_up && start.low < INT64_MAX) {
            bound(s.stop, {ir::saturating_add(start.low, 1), INT64_MAX});
        } else if (is_stop_fixed && goes_down && start.high < INT64_MAX) {
            bound(s.stop, {INT64_MIN, ir::saturating_add(start.high, -1)});
        }
    });
}

void IntervalAnalysis::loop_items(const ir::ForItems& s) {
    ir::Interval values = no_value;
    for (const ir::ExprId item : s.items) {
        values = either(values, eval(item));
    }
    const LoopVariables& variables = variables_of({}, s.target, s.body);
    loop(s.body, s.orelse, true, variables, [&](bool goes_on) {
        if (goes_on) {
            give(s.target, values, state_.new_id());
        }
    });
}

}  // namespace pycu::passes
