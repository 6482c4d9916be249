// Statements of the interval analysis, and the order of functions.
//
// A loop is entered with what its own assignments make of the variables: after two rounds a bound
// that still moves is given up; the last round finds what conditions give back.
#include "passes/intervals.h"

#include <algorithm>

#include "ir/visit.h"
#include "passes/passes.h"
#include "passes/rewrite.h"
#include "support/match.h"

namespace pycu::passes {
namespace {

/// Loops nested deeper than this take what they assign as unknown: the rounds would multiply.
constexpr std::size_t deepest_exact_loop = 4;

bool is_tracked(Type type) {
    return type.is_integer() || type.is_bool();
}

}  // namespace

ir::Interval IntervalAnalysis::run(const std::vector<ir::Interval>& params, bool record) {
    is_recording_ = record;
    recorded_.assign(function_.exprs.size(), false);
    for (ir::Expr& expr : function_.exprs) {
        expr.known = {};
    }
    for (Local i = 0; i < function_.locals.size(); ++i) {
        if (function_.locals[ir::LocalId{i}].may_be_unset) {
            state_.set(i, ir::exactly(0));
        }
    }
    for (std::size_t i = 0; i < function_.params.size(); ++i) {
        const Type type = function_.locals[function_.params[i]].type;
        state_.set(function_.params[i].index, ir::meet(params[i], ir::interval_of(type)));
    }
    block(function_.body);
    return result_;
}

void IntervalAnalysis::block(const ir::Block& block) {
    for (const ir::StmtId id : block) {
        if (!state_.is_reachable()) {
            return;
        }
        stmt(function_.stmts[id]);
    }
}

void IntervalAnalysis::assign(ir::LocalId target, ir::Interval value) {
    if (target.valid() && is_tracked(function_.locals[target].type)) {
        state_.set(target.index, ir::meet(ir::interval_of(function_.locals[target].type), value));
    }
}

void IntervalAnalysis::stmt(const ir::Stmt& stmt) {
    std::visit(match{
                   [&](const ir::Assign& s) { assign(s.target, eval(s.value)); },
                   [&](const ir::Unpack& s) {
                       eval(s.value);
                       for (const ir::LocalId target : s.targets) {
                           assign(target, {});
                       }
                   },
                   [&](const ir::Declare& s) {
                       if (function_.locals[s.local].may_be_unset) {
                           assign(s.local, ir::exactly(0));
                       }
                   },
                   [&](const ir::Store& s) {
                       eval(s.value);
                       eval(s.place);
                   },
                   [&](const ir::Evaluate& s) { eval(s.value); },
                   [&](const ir::If& s) { branch(s); },
                   [&](const ir::While& s) { loop_while(s); },
                   [&](const ir::ForRange& s) { loop_for(s); },
                   [&](const ir::Break&) {
                       loops_.back().breaks.push_back(state_.since(loops_.back().mark));
                       state_.set_unreachable();
                   },
                   [&](const ir::Continue&) {
                       loops_.back().continues.push_back(state_.since(loops_.back().mark));
                       state_.set_unreachable();
                   },
                   [&](const ir::Return& s) {
                       if (s.value) {
                           result_ = either(result_, eval(*s.value));
                       }
                       state_.set_unreachable();
                   },
                   [&](const ir::DeclareArray& s) { shapes_[s.array.index] = s.shape; },
                   [&](const ir::Nothing&) {},
               },
               stmt.as);
}

void IntervalAnalysis::branch(const ir::If& s) {
    eval(s.condition);
    std::vector<Changes> paths;
    for (const bool outcome : {true, false}) {
        const std::size_t mark = state_.mark();
        assume(s.condition, outcome);
        block(outcome ? s.body : s.orelse);
        paths.push_back(state_.since(mark));
        state_.undo(mark);
    }
    state_.apply(paths);
}

/// Takes everything that a loop sets as unknown.
void IntervalAnalysis::forget(const std::vector<Local>& set_in_header, const ir::Block& body,
                              Header& head) const {
    const auto forget_one = [&](ir::LocalId local) {
        if (local.valid() && is_tracked(function_.locals[local].type)) {
            head[local.index] = ir::interval_of(function_.locals[local].type);
        }
    };
    for (const Local local : set_in_header) {
        forget_one({local});
    }
    for_each_stmt(function_, body, [&](ir::StmtId id) {
        const ir::Stmt& stmt = function_.stmts[id];
        if (const auto* assign = std::get_if<ir::Assign>(&stmt.as)) {
            forget_one(assign->target);
        } else if (const auto* unpack = std::get_if<ir::Unpack>(&stmt.as)) {
            std::ranges::for_each(unpack->targets, forget_one);
        } else if (const auto* loop = std::get_if<ir::ForRange>(&stmt.as)) {
            forget_one(loop->target);
        }
    });
}

/// What an iteration brings back to the loop's header.
IntervalAnalysis::Header IntervalAnalysis::brought_back(const Loop& done) const {
    Header next;
    for (const Changes& path : done.continues) {
        if (path.is_reachable) {
            for (const auto& [local, value] : path.values) {
                const auto [entry, is_new] = next.emplace(local, value);
                entry->second = is_new ? value : either(entry->second, value);
            }
        }
    }
    return next;
}

/// Adds to a header what came back; gives up each bound that still moves, if asked to.
void IntervalAnalysis::widen(Header& head, const Header& next, bool give_up) const {
    for (const auto& [local, value] : next) {
        const auto known = head.find(local);
        const ir::Interval before =
            either(state_[local], known == head.end() ? no_value : known->second);
        ir::Interval after = either(before, value);
        if (give_up && before != no_value) {
            const ir::Interval whole = ir::interval_of(function_.locals[ir::LocalId{local}].type);
            after = {after.low < before.low ? whole.low : after.low,
                     after.high > before.high ? whole.high : after.high};
        }
        head[local] = after;
    }
}

/// `enter` evaluates the header, with `true`, and assumes what holds in an iteration; with `false`
/// it assumes what holds when the loop is over.
template <class Enter>
void IntervalAnalysis::loop(const ir::Block& body, const ir::Block& orelse, bool may_skip,
                            const Enter& enter, const std::vector<Local>& set_in_header) {
    const std::size_t mark = state_.mark();
    const bool was_recording = is_recording_;
    Header head;  // what iterations bring to the header
    if (loops_.size() >= deepest_exact_loop) {
        forget(set_in_header, body, head);
    }
    const auto begin = [&] {
        for (const auto& [local, value] : head) {
            state_.set(local, either(state_[local], value));
        }
    };
    const auto iterate = [&] {
        loops_.push_back({mark, {}, {}});
        begin();
        enter(true);
        block(body);
        Loop done = std::move(loops_.back());
        loops_.pop_back();
        done.continues.push_back(state_.since(mark));
        state_.undo(mark);
        return done;
    };
    is_recording_ = false;
    bool is_settled = loops_.size() >= deepest_exact_loop;
    for (int round = 0; round < 6 && !is_settled; ++round) {
        Header next = brought_back(iterate());
        bool is_safe = true;
        bool is_same = next.size() == head.size();
        for (const auto& [local, value] : next) {
            const auto known = head.find(local);
            is_same = is_same && known != head.end() && known->second == value;
            const ir::Interval before =
                either(state_[local], known == head.end() ? no_value : known->second);
            is_safe = is_safe && either(before, value) == before;
        }
        if (is_safe) {
            // What follows from a safe header is safe, too, and may be narrower.
            head = is_same || head.empty() ? std::move(head) : std::move(next);
            is_settled = true;
        } else {
            widen(head, next, round >= 1);
        }
    }
    if (!is_settled) {
        forget(set_in_header, body, head);
    }
    is_recording_ = was_recording;
    Loop done = iterate();
    // The end: from a break, or through the header when it is over.
    std::vector<Changes> ends = std::move(done.breaks);
    begin();
    if (!may_skip) {
        state_.set_unreachable();
    } else {
        is_recording_ = false;
        enter(false);
        is_recording_ = was_recording;
    }
    if (state_.is_reachable()) {
        block(orelse);
    }
    ends.push_back(state_.since(mark));
    state_.undo(mark);
    state_.apply(ends);
}

void IntervalAnalysis::loop_while(const ir::While& s) {
    const auto* literal = get<ir::Literal>(s.condition);
    const bool is_endless = literal != nullptr && literal->value == ir::Number{true};
    loop(s.body, s.orelse, !is_endless,
         [&](bool goes_on) {
             eval(s.condition);
             assume(s.condition, goes_on);
         },
         {});
}

void IntervalAnalysis::loop_for(const ir::ForRange& s) {
    const ir::Interval start = eval(s.start);
    const ir::Interval stop = eval(s.stop);
    const ir::Interval step = eval(s.step);
    ir::Interval values = ir::interval_of(function_.locals[s.target].type);
    const bool goes_up = step.low > 0;
    const bool goes_down = step.high < 0;
    if (goes_up) {
        values = {start.low, std::max(start.low, ir::saturating_add(stop.high, -1))};
    } else if (goes_down) {
        values = {std::min(ir::saturating_add(stop.low, 1), start.high), start.high};
    }
    loop(s.body, s.orelse, true,
         [&](bool goes_on) {
             if (!goes_on) {
                 return;  // the target keeps the value of the last iteration, or that before
             }
             assign(s.target, values);
             if (goes_up) {
                 bound(s.stop, {ir::saturating_add(start.low, 1), INT64_MAX});
             } else if (goes_down) {
                 bound(s.stop, {INT64_MIN, ir::saturating_add(start.high, -1)});
             }
         },
         {s.target.index});
}

namespace {

/// What a function may be called with when nobody is known to call it: anything.
std::vector<ir::Interval> anything(const ir::Function& function) {
    return std::vector<ir::Interval>(function.params.size());
}

}  // namespace

void find_intervals(ir::Module& module) {
    std::vector<FunctionFacts> facts(module.functions.size());
    const auto count = std::uint32_t(module.functions.size());
    for (std::uint32_t i = 0; i < count; ++i) {
        facts[i].params.assign(module.functions[ir::FunctionId{i}].params.size(), no_value);
        facts[i].result = {};
    }
    // Callees first: what they return, whatever they are called with.
    for (std::uint32_t i = 0; i < count; ++i) {
        ir::Function& function = module.functions[ir::FunctionId{i}];
        const ir::Interval result =
            IntervalAnalysis(module, function, facts).run(anything(function), false);
        facts[i].result = function.is_recursive || result == no_value ? ir::Interval{} : result;
    }
    // Callers first: what they call with.
    for (std::uint32_t i = count; i-- > 0;) {
        ir::Function& function = module.functions[ir::FunctionId{i}];
        const bool is_known = facts[i].is_called && !function.is_recursive &&
                              function.kind == ir::Function::Kind::Device;
        std::vector<ir::Interval> params = is_known ? facts[i].params : anything(function);
        for (ir::Interval& param : params) {
            param = param == no_value ? ir::Interval{} : param;
        }
        IntervalAnalysis(module, function, facts).run(params, true);
        for (ir::Expr& expr : function.exprs) {
            if (auto* element = std::get_if<ir::Element>(&expr.as)) {
                for (ir::Subscript& index : element->indices) {
                    index.wraps = index.wraps && function.exprs[index.value].known.low < 0;
                }
            }
        }
    }
}

}  // namespace pycu::passes
