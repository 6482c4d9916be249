// The SSA form of a function. See flow.h.
//
// The tree is walked once with the current version of every variable. A loop's header gets a phi
// for each variable that the loop assigns, a join one for each variable that differs; phis that
// merge a single version or that nobody reads are dropped at the end.
#include "sema/flow.h"

#include <algorithm>

#include "sema/walk.h"
#include "support/match.h"

namespace pycu::sema {

using namespace syntax;
using ::pycu::match;

namespace {

/// The current version of every variable, or no path at all.
struct State {
    std::vector<VersionId> current;
    bool reachable = true;
};

/// Where `break` and `continue` of the innermost loop lead.
struct Loop {
    std::vector<State> breaks;
    std::vector<State> continues;
};

class Builder {
  public:
    Builder(const Tree& tree, const KnownTruth& known) : tree_(tree), known_(known) {}

    Flow build(const FunctionDef& function, const std::vector<std::string>& locals);

  private:
    VersionId define(std::uint32_t variable, Version::Kind kind, Range range);
    void define_target(ExprId name_expr);
    void assign(ExprId target);

    void visit_expr(ExprId expr);
    void visit_body(const Body& body);
    void visit_stmt(StmtId id);
    void visit_if(const If& s, StmtId id);
    void visit_while(const While& s, StmtId id);
    void visit_for(const For& s, StmtId id);
    void visit_match(const Match& s, StmtId id);
    std::optional<bool> outcome(ExprId test);

    std::vector<std::pair<std::uint32_t, VersionId>> open_loop(
        const std::vector<std::uint32_t>& vars, StmtId id);
    void close_loop(const std::vector<std::pair<std::uint32_t, VersionId>>& phis,
                    const std::vector<State>& back_edges);
    State join(const std::vector<State>& states, StmtId id);
    std::vector<std::uint32_t> assigned_in(const Body& body, ExprId target);

    void drop_trivial_phis();
    void mark_read();
    void mark_unset();

    const Tree& tree_;
    const KnownTruth& known_;
    Flow flow_;
    State state_;
    std::vector<Loop> loops_;
};

VersionId Builder::define(std::uint32_t variable, Version::Kind kind, Range range) {
    const VersionId id = flow_.versions.add({kind, variable, range, {}, false, false});
    state_.current[variable] = id;
    return id;
}

void Builder::define_target(ExprId name_expr) {
    const Expr& expr = tree_.exprs[name_expr];
    const auto variable = flow_.variable_index.find(std::get<Name>(expr.as).id);
    if (variable != flow_.variable_index.end()) {
        flow_.defs[name_expr.index] =
            define(variable->second, Version::Kind::Definition, expr.range);
    }
}

/// Binds the names of a target; the expressions in `a[i]` and `a.x` are read.
void Builder::assign(ExprId target) {
    std::visit(
        match{
            [&](const Name&) { define_target(target); },
            [&](const Tuple& e) { std::ranges::for_each(e.elts, [&](ExprId x) { assign(x); }); },
            [&](const List& e) { std::ranges::for_each(e.elts, [&](ExprId x) { assign(x); }); },
            [&](const Starred& e) { assign(e.value); },
            [&](const auto&) { visit_expr(target); },
        },
        tree_.exprs[target].as);
}

void Builder::visit_expr(ExprId id) {
    const Expr& expr = tree_.exprs[id];
    if (const auto* name = std::get_if<Name>(&expr.as)) {
        const auto variable = flow_.variable_index.find(name->id);
        if (variable != flow_.variable_index.end()) {
            flow_.uses[id.index] = state_.current[variable->second];
        }
        return;
    }
    for_each_child(tree_, id, [&](ExprId child) { visit_expr(child); });
    if (const auto* walrus = std::get_if<NamedExpr>(&expr.as)) {
        assign(walrus->target);
    }
}

void Builder::visit_body(const Body& body) {
    for (StmtId id : body) {
        if (!state_.reachable) {
            flow_.dead.insert(id.index);
            continue;
        }
        visit_stmt(id);
    }
}

void Builder::visit_stmt(StmtId id) {
    const Stmt& stmt = tree_.stmts[id];
    const auto visit_valid = [&](ExprId expr) {
        if (expr.valid()) {
            visit_expr(expr);
        }
    };
    std::visit(
        match{
            [&](const FunctionDef& s) {
                const auto variable = flow_.variable_index.find(s.name);
                if (variable != flow_.variable_index.end()) {
                    flow_.function_defs[id.index] =
                        define(variable->second, Version::Kind::Definition, s.name_range);
                }
            },
            [&](const Return& s) {
                visit_valid(s.value);
                state_.reachable = false;
            },
            [&](const Assign& s) {
                visit_expr(s.value);
                std::ranges::for_each(s.targets, [&](ExprId target) { assign(target); });
            },
            [&](const AugAssign& s) {
                visit_expr(s.target);
                visit_expr(s.value);
                if (std::holds_alternative<Name>(tree_.exprs[s.target].as)) {
                    define_target(s.target);
                }
            },
            [&](const AnnAssign& s) {
                visit_valid(s.value);
                if (s.value.valid()) {
                    assign(s.target);
                }
            },
            [&](const For& s) { visit_for(s, id); }, [&](const While& s) { visit_while(s, id); },
            [&](const If& s) { visit_if(s, id); }, [&](const Match& s) { visit_match(s, id); },
            [&](const Raise& s) {
                visit_valid(s.exc);
                state_.reachable = false;
            },
            [&](const Assert& s) { visit_expr(s.test); },
            [&](const ExprStmt& s) { visit_expr(s.value); },
            [&](const Break&) {
                if (!loops_.empty()) {
                    loops_.back().breaks.push_back(state_);
                }
                state_.reachable = false;
            },
            [&](const Continue&) {
                if (!loops_.empty()) {
                    loops_.back().continues.push_back(state_);
                }
                state_.reachable = false;
            },
            [&](const auto&) {},  // binds nothing, or is refused as a whole
        },
        stmt.as);
}

std::optional<bool> Builder::outcome(ExprId test) {
    const std::optional<bool> known = known_(test);
    if (known) {
        flow_.known_tests[test.index] = *known;
    }
    return known;
}

void Builder::visit_if(const If& s, StmtId id) {
    const std::optional<bool> known = outcome(s.test);
    visit_expr(s.test);
    State otherwise = state_;
    state_.reachable = known.value_or(true);
    visit_body(s.body);
    std::swap(state_, otherwise);
    state_.reachable = !known.value_or(false);
    visit_body(s.orelse);
    state_ = join({otherwise, state_}, id);
}

void Builder::visit_match(const Match& s, StmtId id) {
    visit_expr(s.subject);
    const State before = state_;
    std::vector<State> ends = {before};
    for (const MatchCase& match_case : s.cases) {
        state_ = before;
        visit_body(match_case.body);
        ends.push_back(state_);
    }
    state_ = join(ends, id);
}

void Builder::visit_while(const While& s, StmtId id) {
    const auto phis = open_loop(assigned_in(s.body, {}), id);
    const std::optional<bool> known = outcome(s.test);
    visit_expr(s.test);
    State done = state_;
    done.reachable = !known.value_or(false);
    state_.reachable = known.value_or(true);
    loops_.emplace_back();
    visit_body(s.body);
    Loop loop = std::move(loops_.back());
    loops_.pop_back();
    loop.continues.push_back(state_);
    close_loop(phis, loop.continues);

    state_ = std::move(done);
    visit_body(s.orelse);
    loop.breaks.push_back(state_);
    state_ = join(loop.breaks, id);
}

void Builder::visit_for(const For& s, StmtId id) {
    visit_expr(s.iter);
    const auto phis = open_loop(assigned_in(s.body, s.target), id);
    State done = state_;
    assign(s.target);
    loops_.emplace_back();
    visit_body(s.body);
    Loop loop = std::move(loops_.back());
    loops_.pop_back();
    loop.continues.push_back(state_);
    close_loop(phis, loop.continues);

    state_ = std::move(done);
    visit_body(s.orelse);
    loop.breaks.push_back(state_);
    state_ = join(loop.breaks, id);
}

std::vector<std::pair<std::uint32_t, VersionId>> Builder::open_loop(
    const std::vector<std::uint32_t>& vars, StmtId id) {
    std::vector<std::pair<std::uint32_t, VersionId>> phis;
    for (std::uint32_t variable : vars) {
        const VersionId before = state_.current[variable];
        const VersionId phi = define(variable, Version::Kind::Phi, tree_.stmts[id].range);
        flow_.versions[phi].operands = {before};
        flow_.headers[id.index].push_back(phi);
        phis.emplace_back(variable, phi);
    }
    return phis;
}

void Builder::close_loop(const std::vector<std::pair<std::uint32_t, VersionId>>& phis,
                         const std::vector<State>& back_edges) {
    for (const auto& [variable, phi] : phis) {
        for (const State& state : back_edges) {
            if (state.reachable) {
                flow_.versions[phi].operands.push_back(state.current[variable]);
            }
        }
    }
}

State Builder::join(const std::vector<State>& states, StmtId id) {
    const State* first = nullptr;
    for (const State& state : states) {
        if (state.reachable && first == nullptr) {
            first = &state;
        }
    }
    if (first == nullptr) {
        State nowhere = states.front();
        nowhere.reachable = false;
        return nowhere;
    }
    State result = *first;
    for (std::uint32_t variable = 0; variable < result.current.size(); ++variable) {
        const auto differs = [&](const State& state) {
            return state.reachable && state.current[variable] != first->current[variable];
        };
        if (std::ranges::none_of(states, differs)) {
            continue;
        }
        Version phi{Version::Kind::Phi, variable, tree_.stmts[id].range, {}, false, false};
        for (const State& state : states) {
            if (state.reachable) {
                phi.operands.push_back(state.current[variable]);
            }
        }
        result.current[variable] = flow_.versions.add(std::move(phi));
        flow_.joins[id.index].push_back(result.current[variable]);
    }
    return result;
}

/// The variables that a loop's body and its target assign.
std::vector<std::uint32_t> Builder::assigned_in(const Body& body, ExprId target) {
    std::vector<std::uint32_t> variables;
    const auto add = [&](ExprId, const std::string& name) {
        const auto variable = flow_.variable_index.find(name);
        if (variable != flow_.variable_index.end()) {
            variables.push_back(variable->second);
        }
    };
    if (target.valid()) {
        for_each_target_name(tree_, target, add);
    }
    for_each_binding(tree_, body, add);
    std::ranges::sort(variables);
    variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
    return variables;
}

/// Replaces phis that merge one version by that version.
void Builder::drop_trivial_phis() {
    Arena<Version>& versions = flow_.versions;
    std::vector<VersionId> stands_for(versions.size());
    for (std::uint32_t i = 0; i < versions.size(); ++i) {
        stands_for[i] = {i};
    }
    const auto resolve = [&](VersionId id) {
        while (stands_for[id.index] != id) {
            stands_for[id.index] = stands_for[stands_for[id.index].index];
            id = stands_for[id.index];
        }
        return id;
    };
    bool changed = true;
    while (changed) {
        changed = false;
        for (std::uint32_t i = 0; i < versions.size(); ++i) {
            Version& version = versions[VersionId{i}];
            if (version.kind != Version::Kind::Phi || stands_for[i] != VersionId{i}) {
                continue;
            }
            std::vector<VersionId> distinct;
            for (VersionId operand : version.operands) {
                operand = resolve(operand);
                if (operand != VersionId{i} &&
                    std::ranges::find(distinct, operand) == distinct.end()) {
                    distinct.push_back(operand);
                }
            }
            version.operands = distinct;
            if (distinct.size() == 1) {
                stands_for[i] = distinct.front();
                changed = true;
            }
        }
    }
    for (auto& [expr, version] : flow_.uses) {
        version = resolve(version);
    }
}

/// Marks what expressions read, directly or through phis.
void Builder::mark_read() {
    std::vector<VersionId> work;
    for (const auto& [expr, version] : flow_.uses) {
        work.push_back(version);
    }
    while (!work.empty()) {
        Version& version = flow_.versions[work.back()];
        work.pop_back();
        if (!version.is_read) {
            version.is_read = true;
            work.insert(work.end(), version.operands.begin(), version.operands.end());
        }
    }
}

/// Marks the versions to which no assignment may have led.
void Builder::mark_unset() {
    bool changed = true;
    while (changed) {
        changed = false;
        for (Version& version : flow_.versions) {
            const bool unset = version.kind == Version::Kind::Unset ||
                               std::ranges::any_of(version.operands, [&](VersionId operand) {
                                   return flow_.versions[operand].may_be_unset;
                               });
            if (unset && !version.may_be_unset) {
                version.may_be_unset = true;
                changed = true;
            }
        }
    }
}

Flow Builder::build(const FunctionDef& function, const std::vector<std::string>& locals) {
    for (const std::string& name : locals) {
        flow_.variable_index.emplace(name, std::uint32_t(flow_.variables.size()));
        flow_.variables.push_back(name);
    }
    state_.current.resize(locals.size());
    for (std::uint32_t variable = 0; variable < locals.size(); ++variable) {
        define(variable, Version::Kind::Unset, {});
    }
    for_each_parameter(function.args, [&](const Arg& arg) {
        const auto variable = flow_.variable_index.at(arg.arg);
        flow_.params.push_back(define(variable, Version::Kind::Parameter, arg.name_range));
    });
    visit_body(function.body);
    flow_.reaches_end = state_.reachable;
    drop_trivial_phis();
    mark_read();
    mark_unset();
    return std::move(flow_);
}

}  // namespace

Flow build_flow(const Tree& tree, const FunctionDef& function,
                const std::vector<std::string>& locals, const KnownTruth& known) {
    return Builder(tree, known).build(function, locals);
}

}  // namespace pycu::sema
