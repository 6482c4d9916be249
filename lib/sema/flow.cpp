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

/// One way to a place where paths meet: what it changed since they parted, by variable.
struct Path {
    bool reachable = true;
    std::vector<std::pair<std::uint32_t, VersionId>> changes;

    /// The version with which the path arrives; `before` where it changed nothing.
    VersionId version(std::uint32_t variable, VersionId before) const {
        const auto change = std::ranges::lower_bound(changes, variable, {},
                                                     &std::pair<std::uint32_t, VersionId>::first);
        return change != changes.end() && change->first == variable ? change->second : before;
    }
};

/// Where `break` and `continue` of a loop lead, and the place in the log where it begins.
struct Loop {
    std::size_t begin = 0;
    std::vector<Path> breaks;
    std::vector<Path> continues;
};

/// The phis of a loop's header, by variable.
using Phis = std::vector<std::pair<std::uint32_t, VersionId>>;

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

    Phis open_loop(const std::vector<std::uint32_t>& vars, StmtId id);
    void close_loop(const Phis& phis, const std::vector<Path>& back_edges);
    void visit_loop(std::size_t begin, bool enters, bool ends, const Phis& phis, const Body& body,
                    const Body& orelse, ExprId target, StmtId id);
    Path path_since(std::size_t mark) const;
    Path leave(std::size_t mark);
    void restore(std::size_t mark);
    void set(std::uint32_t variable, VersionId version);
    void join(const std::vector<Path>& paths, StmtId id);
    std::vector<std::uint32_t> assigned_in(const Body& body, ExprId target);

    void drop_trivial_phis();
    void mark_read();
    void mark_unset();

    const Tree& tree_;
    const KnownTruth& known_;
    Flow flow_;
    /// The current version of every variable, and what undoes each change to it: a branch is left
    /// by undoing what it did, so that its cost is that of its changes.
    std::vector<VersionId> current_;
    std::vector<std::pair<std::uint32_t, VersionId>> log_;
    bool reachable_ = true;
    std::vector<Loop> loops_;
};

VersionId Builder::define(std::uint32_t variable, Version::Kind kind, Range range) {
    const VersionId id = flow_.versions.add({kind, variable, range, {}, false, false});
    set(variable, id);
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
            flow_.uses[id.index] = current_[variable->second];
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
        if (!reachable_) {
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
                reachable_ = false;
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
                reachable_ = false;
            },
            [&](const Assert& s) { visit_expr(s.test); },
            [&](const ExprStmt& s) { visit_expr(s.value); },
            [&](const Break&) {
                if (!loops_.empty()) {
                    loops_.back().breaks.push_back(path_since(loops_.back().begin));
                }
                reachable_ = false;
            },
            [&](const Continue&) {
                if (!loops_.empty()) {
                    loops_.back().continues.push_back(path_since(loops_.back().begin));
                }
                reachable_ = false;
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

void Builder::set(std::uint32_t variable, VersionId version) {
    log_.emplace_back(variable, current_[variable]);
    current_[variable] = version;
}

/// What has changed since the log had this size.
Path Builder::path_since(std::size_t mark) const {
    Path path{reachable_, {}};
    for (std::size_t i = mark; i < log_.size(); ++i) {
        path.changes.emplace_back(log_[i].first, current_[log_[i].first]);
    }
    std::ranges::sort(path.changes);
    path.changes.erase(std::unique(path.changes.begin(), path.changes.end()), path.changes.end());
    return path;
}

void Builder::restore(std::size_t mark) {
    while (log_.size() > mark) {
        current_[log_.back().first] = log_.back().second;
        log_.pop_back();
    }
}

/// Ends a path and goes back to where it parted from the others.
Path Builder::leave(std::size_t mark) {
    Path path = path_since(mark);
    restore(mark);
    return path;
}

void Builder::visit_if(const If& s, StmtId id) {
    const std::optional<bool> known = outcome(s.test);
    visit_expr(s.test);
    const std::size_t mark = log_.size();
    reachable_ = known.value_or(true);
    visit_body(s.body);
    Path taken = leave(mark);
    reachable_ = !known.value_or(false);
    visit_body(s.orelse);
    Path otherwise = leave(mark);
    join({std::move(taken), std::move(otherwise)}, id);
}

void Builder::visit_match(const Match& s, StmtId id) {
    visit_expr(s.subject);
    const std::size_t mark = log_.size();
    std::vector<Path> ends = {Path{}};
    for (const MatchCase& match_case : s.cases) {
        reachable_ = true;
        visit_body(match_case.body);
        ends.push_back(leave(mark));
    }
    join(ends, id);
}

void Builder::visit_while(const While& s, StmtId id) {
    const std::size_t begin = log_.size();
    const auto phis = open_loop(assigned_in(s.body, {}), id);
    const std::optional<bool> known = outcome(s.test);
    visit_expr(s.test);
    visit_loop(begin, known.value_or(true), !known.value_or(false), phis, s.body, s.orelse, {}, id);
}

void Builder::visit_for(const For& s, StmtId id) {
    visit_expr(s.iter);
    const std::size_t begin = log_.size();
    const auto phis = open_loop(assigned_in(s.body, s.target), id);
    visit_loop(begin, true, true, phis, s.body, s.orelse, s.target, id);
}

/// The body of a loop whose header has been visited, its else clause and where all paths meet.
void Builder::visit_loop(std::size_t begin, bool enters, bool ends, const Phis& phis,
                         const Body& body, const Body& orelse, ExprId target, StmtId id) {
    const std::size_t header = log_.size();
    if (target.valid()) {
        assign(target);
    }
    loops_.push_back({begin, {}, {}});
    reachable_ = enters;
    visit_body(body);
    Loop loop = std::move(loops_.back());
    loops_.pop_back();
    loop.continues.push_back(path_since(begin));
    close_loop(phis, loop.continues);

    restore(header);
    reachable_ = ends;
    visit_body(orelse);
    loop.breaks.push_back(leave(begin));
    join(loop.breaks, id);
}

Phis Builder::open_loop(const std::vector<std::uint32_t>& vars, StmtId id) {
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

void Builder::close_loop(const Phis& phis, const std::vector<Path>& back_edges) {
    for (const auto& [variable, phi] : phis) {
        for (const Path& path : back_edges) {
            if (path.reachable) {
                flow_.versions[phi].operands.push_back(path.version(variable, phi));
            }
        }
    }
}

/// Goes on where paths meet that all parted here.
void Builder::join(const std::vector<Path>& paths, StmtId id) {
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
        Version phi{Version::Kind::Phi, variable, tree_.stmts[id].range, {}, false, false};
        for (const Path& path : paths) {
            if (path.reachable) {
                phi.operands.push_back(path.version(variable, current_[variable]));
            }
        }
        const VersionId first = phi.operands.front();
        if (std::ranges::count(phi.operands, first) == std::ptrdiff_t(phi.operands.size())) {
            set(variable, first);
            continue;
        }
        const VersionId version = flow_.versions.add(std::move(phi));
        set(variable, version);
        flow_.joins[id.index].push_back(version);
    }
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
    current_.resize(locals.size());
    for (std::uint32_t variable = 0; variable < locals.size(); ++variable) {
        define(variable, Version::Kind::Unset, {});
    }
    for_each_parameter(function.args, [&](const Arg& arg) {
        const auto variable = flow_.variable_index.at(arg.arg);
        flow_.params.push_back(define(variable, Version::Kind::Parameter, arg.name_range));
    });
    visit_body(function.body);
    flow_.reaches_end = reachable_;
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
