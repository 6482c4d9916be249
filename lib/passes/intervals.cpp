// Statements of the interval analysis, and the order of functions.
#include "passes/intervals.h"

#include <algorithm>

#include "ir/visit.h"
#include "passes/passes.h"
#include "support/match.h"

namespace pycu::passes {

std::vector<ir::Interval> IntervalAnalysis::run(const std::vector<ir::Interval>& params,
                                                bool record) {
    is_recording_ = record;
    recorded_.assign(function_.exprs.size(), false);
    for (ir::Expr& expr : function_.exprs) {
        expr.known = {};
    }
    for (ir::Local& local : function_.locals) {
        local.values = no_value;
    }
    const Type result = function_.result;
    const std::size_t count = result.is_tuple() ? module_.types.items(result).size() : 1;
    results_.assign(count, no_value);
    for (Local i = 0; i < function_.locals.size(); ++i) {
        if (function_.locals[ir::LocalId{i}].may_be_unset) {
            give({i}, ir::exactly(0), state_.new_id());
        }
    }
    for (std::size_t i = 0; i < function_.params.size(); ++i) {
        give(function_.params[i], params[i], state_.new_id());
    }
    block(function_.body);
    for (ir::Interval& interval : results_) {
        interval = interval == no_value ? ir::Interval{} : interval;
    }
    return results_;
}

void IntervalAnalysis::block(const ir::Block& block) {
    for (const ir::StmtId id : block) {
        if (!state_.is_reachable()) {
            return;
        }
        stmt(function_.stmts[id]);
    }
}

void IntervalAnalysis::stmt(const ir::Stmt& stmt) {
    std::visit(match{
                   [&](const ir::Assign& s) { assign(s); },
                   [&](const ir::Unpack& s) { unpack(s); },
                   [&](const ir::Declare& s) {
                       if (function_.locals[s.local].may_be_unset) {
                           give(s.local, ir::exactly(0), state_.new_id());
                       }
                   },
                   [&](const ir::Store& s) {
                       eval(s.value);
                       eval(s.place);
                       assume_inside(s.place);
                   },
                   [&](const ir::Evaluate& s) { eval(s.value); },
                   [&](const ir::If& s) { branch(s); },
                   [&](const ir::While& s) { loop_while(s); },
                   [&](const ir::ForRange& s) { loop_for(s); },
                   [&](const ir::ForItems& s) { loop_items(s); },
                   [&](const ir::Break&) { leave_for(loops_.back().breaks); },
                   [&](const ir::Continue&) { leave_for(loops_.back().continues); },
                   [&](const ir::Return& s) {
                       if (s.value) {
                           returns(*s.value);
                       }
                       state_.set_unreachable();
                   },
                   [&](const ir::Raise&) { state_.set_unreachable(); },
                   [&](const ir::Print& s) {
                       std::ranges::for_each(s.items, [&](ir::ExprId item) { eval(item); });
                   },
                   [&](const ir::DeclareArray& s) {
                       if (!s.is_dynamic()) {
                           shapes_[s.array.index] = s.shape;
                       }
                   },
                   [](const ir::ForThreads&) {},
                   [](const ir::MeetWarps&) {},
                   [](const ir::Nothing&) {},
               },
               stmt.as);
}

/// Behind a store to a shared or a local array its indices are places in it: a program that stores
/// beside one has no meaning. What is only read beside one may never be used.
void IntervalAnalysis::assume_inside(ir::ExprId place) {
    const auto* element = get<ir::Element>(place);
    const auto* read = element != nullptr ? get<ir::Read>(element->array) : nullptr;
    const auto shape = read != nullptr ? shapes_.find(read->local.index) : shapes_.end();
    if (shape == shapes_.end() || shape->second.size() != element->indices.size()) {
        return;
    }
    for (std::size_t axis = 0; axis < element->indices.size(); ++axis) {
        const ir::ExprId index = element->indices[axis].value;
        const std::int64_t extent = shape->second[axis];
        bound(index, {peek(index).low >= 0 ? 0 : -extent, extent - 1});
    }
}

/// What holds here reaches the end of the loop, or its next iteration.
void IntervalAnalysis::leave_for(std::vector<Changes>& target) {
    target.push_back(state_.since(loops_.back().mark));
    state_.set_unreachable();
}

/// The variable has this value from here on.
void IntervalAnalysis::give(ir::LocalId target, ir::Interval value, ValueId id) {
    const bool has_interval = is_tracked(type(target));
    const ir::Interval known =
        has_interval ? ir::meet(ir::interval_of(type(target)), value) : no_value;
    state_.assign(target.index, known, id);
    if (is_recording_ && has_interval) {
        ir::Interval& values = function_.locals[target].values;
        values = either(values, known);
    }
}

void IntervalAnalysis::assign(const ir::Assign& s) {
    const ir::Interval value = eval(s.value);
    const auto* read = get<ir::Read>(s.value);
    const ValueId id = read != nullptr ? state_.id(read->local.index) : state_.new_id();
    if (read == nullptr && type(s.target).is_integer()) {
        remember_value(id, s.value);
        remember_position(id, s.value);
    } else if (read == nullptr && type(s.target).is_bool()) {
        remember_condition(id, s.value);
    }
    give(s.target, value, id);
}

void IntervalAnalysis::unpack(const ir::Unpack& s) {
    eval(s.value);
    const auto* call = get<ir::Call>(s.value);
    for (std::size_t i = 0; i < s.targets.size(); ++i) {
        if (s.targets[i].valid()) {
            const ir::Interval value =
                call != nullptr ? facts_[call->function.index].results[i] : ir::Interval{};
            give(s.targets[i], value, state_.new_id());
        }
    }
}

void IntervalAnalysis::returns(ir::ExprId value) {
    const ir::Interval result = eval(value);
    const auto* tuple = get<ir::Tuple>(value);
    for (std::size_t i = 0; i < results_.size(); ++i) {
        results_[i] = either(results_[i], tuple != nullptr               ? peek(tuple->items[i])
                                          : is_tracked(function_.result) ? result
                                                                         : ir::Interval{});
    }
}

void IntervalAnalysis::branch(const ir::If& s) {
    eval(s.condition);
    std::vector<Changes> paths;
    for (const bool outcome : {true, false}) {
        const FlowFacts::Mark mark = state_.mark();
        assume(s.condition, outcome);
        block(outcome ? s.body : s.orelse);
        paths.push_back(state_.since(mark));
        state_.undo(mark);
    }
    state_.apply(paths);
}

namespace {

/// What a function may be called with when nobody is known to call it: anything, but for what a
/// launch looks at first.
std::vector<ir::Interval> anything(const ir::Function& function) {
    std::vector<ir::Interval> params;
    for (const ir::LocalId param : function.params) {
        const bool is_bounded =
            function.kind == ir::Function::Kind::Kernel && function.locals[param].is_int;
        params.push_back(is_bounded ? ir::Interval{-ir::max_int_extent, ir::max_int_extent}
                                    : ir::Interval{});
    }
    return params;
}

/// The parameters' facts from all call sites, where these are all there are.
std::vector<ir::Interval> params(const ir::Function& function, const FunctionFacts& facts) {
    const bool is_known = facts.is_called && !function.is_recursive && !function.is_host_function &&
                          function.kind == ir::Function::Kind::Device;
    if (!is_known) {
        return anything(function);
    }
    std::vector<ir::Interval> params = facts.params;
    for (ir::Interval& param : params) {
        param = param == no_value ? ir::Interval{} : param;
    }
    return params;
}

/// Callees first: what they return.
void find_results(ir::Module& module, std::vector<FunctionFacts>& facts) {
    for (std::uint32_t i = 0; i < facts.size(); ++i) {
        ir::Function& function = module.functions[ir::FunctionId{i}];
        if (function.kind != ir::Function::Kind::Device || function.is_recursive ||
            !(is_tracked(function.result) || function.result.is_tuple())) {
            continue;
        }
        facts[i].results =
            IntervalAnalysis(module, function, facts).run(params(function, facts[i]), false);
    }
}

/// Callers first: what they call with.
void find_params(ir::Module& module, std::vector<FunctionFacts>& facts) {
    for (FunctionFacts& one : facts) {
        one.is_called = false;
        one.params.assign(one.params.size(), no_value);
    }
    for (std::uint32_t i = std::uint32_t(facts.size()); i-- > 0;) {
        ir::Function& function = module.functions[ir::FunctionId{i}];
        IntervalAnalysis(module, function, facts).run(params(function, facts[i]), true);
    }
}

/// An index that is proven not to be negative needs no look at the array's extent.
void clear_wraps(ir::Function& function) {
    const auto clear = [&](ir::Subscript& index) {
        index.wraps = index.wraps && function.exprs[index.value].known.low < 0;
    };
    for (ir::Expr& expr : function.exprs) {
        if (auto* element = expr.get<ir::Element>()) {
            for (ir::Subscript& index : element->indices) {
                clear(index);
            }
        } else if (auto* view = expr.get<ir::View>()) {
            for (ir::ViewIndex& index : view->indices) {
                if (index.kind == ir::ViewIndex::Kind::Index) {
                    clear(index.index);
                }
            }
        } else if (auto* at = expr.get<ir::TupleAt>()) {
            clear(at->index);
        }
    }
}

}  // namespace

void find_intervals(ir::Module& module) {
    std::vector<FunctionFacts> facts(module.functions.size());
    bool has_results = false;
    for (std::uint32_t i = 0; i < facts.size(); ++i) {
        const ir::Function& function = module.functions[ir::FunctionId{i}];
        const Type result = function.result;
        facts[i].params.assign(function.params.size(), no_value);
        facts[i].results.assign(result.is_tuple() ? module.types.items(result).size() : 1, {});
        has_results = has_results || is_tracked(result) || result.is_tuple();
    }
    if (has_results) {
        // What functions return for anything, what they are then called with, what they return
        // for that: each step holds because the one before does.
        find_results(module, facts);
        find_params(module, facts);
        find_results(module, facts);
    }
    find_params(module, facts);
    for (ir::Function& function : module.functions) {
        clear_wraps(function);
    }
}

}  // namespace pycu::passes
