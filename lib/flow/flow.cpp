// The SSA form of a function. See flow.h.
//
// The tree is walked once with the current version of every variable. A loop's header gets a phi
// for each variable that the loop assigns, a join one for each variable that differs; phis that
// merge a single version or that nobody reads are dropped at the end.
#include "flow/flow.h"

#include <algorithm>

#include "flow/flow_builder.h"
#include "flow/phis.h"
#include "support/match.h"
#include "symbols/bindings.h"
#include "symbols/walk.h"

namespace pycu::flow {

using ::pycu::match;

VersionId FlowBuilder::define(std::uint32_t variable, Version::Kind kind, Range range) {
    const VersionId id = flow_.versions.add({kind, variable, range, {}, false, false});
    current_.set(variable, id);
    return id;
}

void FlowBuilder::define_target(syntax::ExprId name_expr) {
    const syntax::Expr& expr = tree_.exprs[name_expr];
    const auto variable = flow_.variable_index.find(std::get<syntax::Name>(expr.as).id);
    if (variable != flow_.variable_index.end()) {
        flow_.defs[name_expr.index] =
            define(variable->second, Version::Kind::Definition, expr.range);
    }
}

/// Binds the names of a target; the expressions in `a[i]` and `a.x` are read.
void FlowBuilder::assign(syntax::ExprId target) {
    for (const symbols::TargetPart& part : symbols::target_parts(tree_, target)) {
        if (std::holds_alternative<syntax::Name>(tree_.exprs[part.target].as)) {
            define_target(part.target);
        } else {
            visit_expr(part.target);
        }
    }
}

void FlowBuilder::visit_expr(syntax::ExprId id) {
    const syntax::Expr& expr = tree_.exprs[id];
    if (const auto* name = std::get_if<syntax::Name>(&expr.as)) {
        const auto variable = flow_.variable_index.find(name->id);
        if (variable != flow_.variable_index.end() && !is_shadowed(name->id)) {
            flow_.uses[id.index] = current_[variable->second];
        }
        return;
    }
    if (visit_conditional(id) || visit_comprehension(id)) {
        return;
    }
    symbols::for_each_child(tree_, id, [&](syntax::ExprId child) { visit_expr(child); });
    if (const auto* walrus = std::get_if<syntax::NamedExpr>(&expr.as)) {
        assign(walrus->target);
    } else if (const auto* call = std::get_if<syntax::Call>(&expr.as)) {
        visit_call(*call, id);
    } else if (const auto* lambda = std::get_if<syntax::Lambda>(&expr.as)) {
        visit_defaults(*lambda->args);
    }
}

/// A function inside this one has its variables with the values of the moment, and may set some.
void FlowBuilder::visit_call(const syntax::Call& call, syntax::ExprId id) {
    for (const std::string& name : sharing_.lent) {
        const auto variable = flow_.variable_index.find(name);
        if (variable != flow_.variable_index.end()) {
            flow_.at_calls[{id.index, variable->second}] = current_[variable->second];
        }
    }
    if (sharing_.set_by_calls.empty()) {
        return;
    }
    for (const Sharing::Set& set : sharing_.set_by(call)) {
        const auto variable = flow_.variable_index.at(set.first);
        flow_.set_by_calls[id.index].push_back(
            define(variable, Version::Kind::Definition, set.second));
    }
}

/// The defaults of a function inside this one are computed where it is defined.
void FlowBuilder::visit_defaults(const syntax::Arguments& args) {
    for (const auto* defaults : {&args.defaults, &args.kw_defaults}) {
        for (const syntax::ExprId one : *defaults) {
            if (one.valid()) {
                visit_expr(one);
            }
        }
    }
}

/// Notes what the function returns to those around it.
void FlowBuilder::leave(std::uint32_t stmt) {
    for (const std::string& name : sharing_.returned) {
        const auto variable = flow_.variable_index.at(name);
        flow_.at_returns[{stmt, variable}] = current_[variable];
    }
}

void FlowBuilder::visit_body(const syntax::Suite& body) {
    for (syntax::StmtId id : body) {
        if (!reachable_) {
            flow_.dead.insert(id.index);
            continue;
        }
        visit_stmt(id);
    }
}

void FlowBuilder::visit_stmt(syntax::StmtId id) {
    const syntax::Stmt& stmt = tree_.stmts[id];
    const auto visit_valid = [&](syntax::ExprId expr) {
        if (expr.valid()) {
            visit_expr(expr);
        }
    };
    std::visit(
        match{
            [&](const syntax::FunctionDef& s) {
                visit_defaults(s.args);
                const auto variable = flow_.variable_index.find(s.name);
                if (variable != flow_.variable_index.end()) {
                    flow_.function_defs[id.index] =
                        define(variable->second, Version::Kind::Definition, s.name_range);
                }
            },
            [&](const syntax::Return& s) {
                visit_valid(s.value);
                leave(id.index);
                reachable_ = false;
            },
            [&](const syntax::Assign& s) {
                visit_expr(s.value);
                std::ranges::for_each(s.targets, [&](syntax::ExprId target) { assign(target); });
                for (syntax::ExprId target : s.targets) {
                    if (const auto def = flow_.defs.find(target.index); def != flow_.defs.end()) {
                        flow_.plain_values[def->second.index] = s.value;
                    }
                }
            },
            [&](const syntax::AugAssign& s) {
                visit_expr(s.target);
                visit_expr(s.value);
                if (std::holds_alternative<syntax::Name>(tree_.exprs[s.target].as)) {
                    define_target(s.target);
                }
            },
            [&](const syntax::AnnAssign& s) {
                visit_valid(s.value);
                if (s.value.valid()) {
                    assign(s.target);
                }
            },
            [&](const syntax::For& s) { visit_for(s, id); },
            [&](const syntax::While& s) { visit_while(s, id); },
            [&](const syntax::If& s) { visit_if(s, id); },
            [&](const syntax::Match& s) { visit_match(s, id); },
            [&](const syntax::Raise& s) {
                visit_valid(s.exc);
                reachable_ = false;
            },
            [&](const syntax::Assert& s) { visit_expr(s.test); },
            [&](const syntax::ExprStmt& s) { visit_expr(s.value); },
            [&](const syntax::Break&) { jump(&Loop::breaks); },
            [&](const syntax::Continue&) { jump(&Loop::continues); },
            [&](const auto&) {},  // binds nothing, or is refused as a whole
        },
        stmt.as);
}

/// Ends the path with a `break` or a `continue`.
void FlowBuilder::jump(std::vector<Path> Loop::*where) {
    if (!loops_.empty()) {
        (loops_.back().*where).push_back(current_.path_since(loops_.back().begin, reachable_));
    }
    reachable_ = false;
}

std::optional<bool> FlowBuilder::outcome(syntax::ExprId test) {
    const std::optional<bool> known = known_(test, flow_);
    if (known) {
        flow_.known_tests[test.index] = *known;
    }
    return known;
}

void FlowBuilder::visit_while(const syntax::While& s, syntax::StmtId id) {
    const std::size_t begin = current_.mark();
    const auto phis = open_loop(assigned_in(s.body, {}, s.test), id);
    Test test = visit_test(s.test);
    const std::optional<bool> known = outcome(s.test);
    visit_loop({begin, test.begin, known.value_or(true), !known.value_or(false),
                std::move(test.exits), false},
               phis, s.body, s.orelse, {}, id);
}

void FlowBuilder::visit_for(const syntax::For& s, syntax::StmtId id) {
    visit_expr(s.iter);
    const std::size_t begin = current_.mark();
    const auto phis = open_loop(assigned_in(s.body, s.target, {}), id);
    visit_loop({begin, current_.mark(), true, true, {}, is_filled_(s.iter)}, phis, s.body, s.orelse,
               s.target, id);
}

/// The body of a loop whose header has been visited, its else clause and where all paths meet.
void FlowBuilder::visit_loop(Header head, const Phis& phis, const syntax::Suite& body,
                             const syntax::Suite& orelse, syntax::ExprId target,
                             syntax::StmtId id) {
    const std::size_t begin = head.begin;
    const std::size_t header = current_.mark();
    if (target.valid()) {
        assign(target);
    }
    loops_.push_back({begin, {}, {}});
    reachable_ = head.enters;
    visit_body(body);
    Loop loop = std::move(loops_.back());
    loops_.pop_back();
    loop.continues.push_back(current_.path_since(begin, reachable_));
    close_loop(phis, loop.continues);

    current_.restore(head.exits.empty() ? header : head.test);
    if (!head.exits.empty()) {
        join(head.exits, id);
    }
    if (head.always_enters) {
        join(set_by_rounds(phis, loop.continues), id);
    }
    reachable_ = head.ends;
    visit_body(orelse);
    loop.breaks.push_back(current_.leave(begin, reachable_));
    join(loop.breaks, id);
}

/// Behind a loop that has a round, what its rounds have set: of variables that nothing has set in
/// front of it. Those of others are what Numba takes them for, phis of the header.
std::vector<Path> FlowBuilder::set_by_rounds(const Phis& phis,
                                             const std::vector<Path>& rounds) const {
    std::vector<Path> paths;
    for (const Path& round : rounds) {
        Path& path = paths.emplace_back(Path{round.reachable, {}});
        for (const auto& [variable, phi] : phis) {
            const VersionId before = flow_.versions[phi].operands.front();
            if (flow_.versions[before].kind == Version::Kind::Unset) {
                path.changes.emplace_back(variable, round.version(variable, phi));
            }
        }
    }
    return paths;
}

Phis FlowBuilder::open_loop(const std::vector<std::uint32_t>& vars, syntax::StmtId id) {
    Phis phis;
    for (std::uint32_t variable : vars) {
        const VersionId before = current_[variable];
        const VersionId phi = define(variable, Version::Kind::Phi, tree_.stmts[id].range);
        flow_.versions[phi].operands = {before};
        flow_.headers[id.index].push_back(phi);
        phis.emplace_back(variable, phi);
    }
    return phis;
}

void FlowBuilder::close_loop(const Phis& phis, const std::vector<Path>& back_edges) {
    for (const auto& [variable, phi] : phis) {
        for (const Path& path : back_edges) {
            if (path.reachable) {
                flow_.versions[phi].operands.push_back(path.version(variable, phi));
            }
        }
    }
}

/// Goes on where paths meet that all parted here.
void FlowBuilder::join(const std::vector<Path>& paths, syntax::StmtId id) {
    std::vector<VersionId> phis;
    join(paths, tree_.stmts[id].range, phis);
    if (!phis.empty()) {
        std::vector<VersionId>& all = flow_.joins[id.index];
        all.insert(all.end(), phis.begin(), phis.end());
    }
}

void FlowBuilder::join(const std::vector<Path>& paths, Range range, std::vector<VersionId>& phis) {
    std::vector<std::uint32_t> variables;
    reachable_ = false;
    for (const Path& path : paths) {
        if (path.reachable) {
            reachable_ = true;
            std::ranges::transform(path.changes, std::back_inserter(variables),
                                   [](const auto& change) { return change.first; });
        }
    }
    std::ranges::sort(variables);
    variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
    for (const std::uint32_t variable : variables) {
        Version phi{Version::Kind::Phi, variable, range, {}, false, false};
        for (const Path& path : paths) {
            if (path.reachable) {
                phi.operands.push_back(path.version(variable, current_[variable]));
            }
        }
        const VersionId first = phi.operands.front();
        if (std::ranges::count(phi.operands, first) == std::ptrdiff_t(phi.operands.size())) {
            current_.set(variable, first);
            continue;
        }
        const VersionId version = flow_.versions.add(std::move(phi));
        current_.set(variable, version);
        phis.push_back(version);
    }
}

/// The variables that a loop's body and its target assign.
std::vector<std::uint32_t> FlowBuilder::assigned_in(const syntax::Suite& body,
                                                    syntax::ExprId target, syntax::ExprId test) {
    std::vector<std::uint32_t> variables;
    const auto add = [&](syntax::ExprId, const std::string& name) {
        const auto variable = flow_.variable_index.find(name);
        if (variable != flow_.variable_index.end()) {
            variables.push_back(variable->second);
        }
    };
    if (target.valid()) {
        symbols::for_each_target_name(tree_, target, add);
    }
    symbols::for_each_binding(tree_, body, add);
    if (test.valid()) {
        symbols::for_each_walrus(tree_, test, add);
    }
    for (const std::string& name : sharing_.set_by_calls) {
        add({}, name);
    }
    std::ranges::sort(variables);
    variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
    return variables;
}

Flow FlowBuilder::build(const syntax::FunctionDef& function,
                        const std::vector<std::string>& locals) {
    for (const std::string& name : locals) {
        flow_.variable_index.emplace(name, std::uint32_t(flow_.variables.size()));
        flow_.variables.push_back(name);
    }
    current_.resize(locals.size());
    for (std::uint32_t variable = 0; variable < locals.size(); ++variable) {
        define(variable, Version::Kind::Unset, {});
    }
    symbols::for_each_parameter(function.args, [&](const syntax::Arg& arg) {
        const auto variable = flow_.variable_index.at(arg.arg);
        flow_.params.push_back(define(variable, Version::Kind::Parameter, arg.name_range));
    });
    for (const std::string& name : sharing_.captures) {
        const auto variable = flow_.variable_index.at(name);
        flow_.params.push_back(define(variable, Version::Kind::Parameter, function.name_range));
    }
    visit_body(function.body);
    flow_.reaches_end = reachable_;
    if (reachable_) {
        leave(Flow::at_end);
    }
    drop_trivial_phis(flow_);
    mark_read(flow_);
    mark_unset(flow_);
    return std::move(flow_);
}

Flow build_flow(const syntax::Tree& tree, const syntax::FunctionDef& function,
                const std::vector<std::string>& locals, const KnownTruth& known,
                const IsFilled& is_filled, const Sharing& sharing) {
    return FlowBuilder(tree, known, is_filled, sharing).build(function, locals);
}

}  // namespace pycu::flow
