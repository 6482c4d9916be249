// The names that statements bind. See bindings.h.
#include "symbols/bindings.h"

#include <algorithm>
#include <unordered_set>

#include "support/match.h"
#include "symbols/targets.h"
#include "symbols/walk.h"

namespace pycu::symbols {

using ::pycu::match;

namespace {

/// The names that a pattern of `match` binds.
void bind_pattern(const syntax::Tree& tree, syntax::PatternId id, const NameVisitor& visit) {
    const auto all = [&](const std::vector<syntax::PatternId>& patterns) {
        std::ranges::for_each(patterns,
                              [&](syntax::PatternId inner) { bind_pattern(tree, inner, visit); });
    };
    const auto name = [&](const std::optional<syntax::Identifier>& bound) {
        if (bound) {
            visit({}, bound->text);
        }
    };
    std::visit(match{
                   [&](const syntax::MatchSequence& p) { all(p.patterns); },
                   [&](const syntax::MatchMapping& p) {
                       all(p.patterns);
                       name(p.rest);
                   },
                   [&](const syntax::MatchClass& p) {
                       all(p.patterns);
                       all(p.kwd_patterns);
                   },
                   [&](const syntax::MatchStar& p) { name(p.name); },
                   [&](const syntax::MatchAs& p) {
                       if (p.pattern.valid()) {
                           bind_pattern(tree, p.pattern, visit);
                       }
                       name(p.name);
                   },
                   [&](const syntax::MatchOr& p) { all(p.patterns); },
                   [](const auto&) {},
               },
               tree.patterns[id].as);
}

void bind_cases(const syntax::Tree& tree, const syntax::Match& s, const NameVisitor& visit) {
    for_each_walrus(tree, s.subject, visit);
    for (const syntax::MatchCase& match_case : s.cases) {
        bind_pattern(tree, match_case.pattern, visit);
        if (match_case.guard.valid()) {
            for_each_walrus(tree, match_case.guard, visit);
        }
    }
}

void bind_stmt(const syntax::Tree& tree, const syntax::Stmt& stmt, const NameVisitor& visit) {
    const auto walk = [&](syntax::ExprId expr) { for_each_walrus(tree, expr, visit); };
    std::visit(match{
                   [&](const syntax::FunctionDef& s) { visit({}, s.name); },
                   [&](const syntax::ClassDef& s) { visit({}, s.name); },
                   [&](const syntax::Assign& s) {
                       walk(s.value);
                       for (syntax::ExprId target : s.targets) {
                           walk(target);
                           for_each_target_name(tree, target, visit);
                       }
                   },
                   [&](const syntax::AugAssign& s) {
                       walk(s.value);
                       walk(s.target);
                       for_each_target_name(tree, s.target, visit);
                   },
                   [&](const syntax::AnnAssign& s) {
                       walk(s.value);
                       walk(s.target);
                       for_each_target_name(tree, s.target, visit);
                   },
                   [&](const syntax::For& s) {
                       walk(s.iter);
                       walk(s.target);
                       for_each_target_name(tree, s.target, visit);
                   },
                   [&](const syntax::While& s) { walk(s.test); },
                   [&](const syntax::If& s) { walk(s.test); },
                   [&](const syntax::Return& s) { walk(s.value); },
                   [&](const syntax::ExprStmt& s) { walk(s.value); },
                   [&](const syntax::Assert& s) { walk(s.test); },
                   [&](const syntax::Delete& s) {
                       for (syntax::ExprId target : s.targets) {
                           walk(target);
                           for_each_target_name(tree, target, visit);
                       }
                   },
                   [&](const syntax::With& s) {
                       for (const syntax::WithItem& item : s.items) {
                           if (item.optional_vars.valid()) {
                               for_each_target_name(tree, item.optional_vars, visit);
                           }
                       }
                   },
                   [&](const syntax::Match& s) { bind_cases(tree, s, visit); },
                   [&](const syntax::Raise& s) { walk(s.exc); },
                   [](const auto&) {},
               },
               stmt.as);
}

}  // namespace

void for_each_walrus(const syntax::Tree& tree, syntax::ExprId expr, const NameVisitor& visit) {
    if (!expr.valid()) {
        return;
    }
    if (const auto* walrus = std::get_if<syntax::NamedExpr>(&tree.exprs[expr].as)) {
        for_each_target_name(tree, walrus->target, visit);
    }
    for_each_child(tree, expr, [&](syntax::ExprId child) { for_each_walrus(tree, child, visit); });
}

void for_each_target_name(const syntax::Tree& tree, syntax::ExprId target,
                          const NameVisitor& visit) {
    for (const TargetPart& part : target_parts(tree, target)) {
        if (const auto* name = std::get_if<syntax::Name>(&tree.exprs[part.target].as)) {
            visit(part.target, name->id);
        }
    }
}

void for_each_binding(const syntax::Tree& tree, const syntax::Suite& body,
                      const NameVisitor& visit) {
    for (syntax::StmtId id : body) {
        const syntax::Stmt& stmt = tree.stmts[id];
        bind_stmt(tree, stmt, visit);
        for_each_block(stmt,
                       [&](const syntax::Suite& block) { for_each_binding(tree, block, visit); });
    }
}

void for_each_parameter(const syntax::Arguments& args,
                        const std::function<void(const syntax::Arg&)>& visit) {
    std::ranges::for_each(args.posonlyargs, visit);
    std::ranges::for_each(args.args, visit);
    if (args.vararg) {
        visit(*args.vararg);
    }
    std::ranges::for_each(args.kwonlyargs, visit);
    if (args.kwarg) {
        visit(*args.kwarg);
    }
}

std::vector<std::string> local_names(const syntax::Tree& tree,
                                     const syntax::FunctionDef& function) {
    std::vector<std::string> names;
    std::unordered_set<std::string> seen;
    std::unordered_set<std::string> foreign;
    const auto add = [&](const std::string& name) {
        if (!foreign.contains(name) && seen.insert(name).second) {
            names.push_back(name);
        }
    };
    for_each_parameter(function.args, [&](const syntax::Arg& arg) { add(arg.arg); });
    const std::function<void(const syntax::Suite&)> find_foreign = [&](const syntax::Suite& body) {
        for (syntax::StmtId id : body) {
            const syntax::Stmt& stmt = tree.stmts[id];
            if (const auto* global = std::get_if<syntax::Global>(&stmt.as)) {
                for (const syntax::Identifier& name : global->names) {
                    foreign.insert(name.text);
                }
            }
            for_each_block(stmt, find_foreign);
        }
    };
    find_foreign(function.body);
    for_each_binding(tree, function.body,
                     [&](syntax::ExprId, const std::string& name) { add(name); });
    return names;
}

}  // namespace pycu::symbols
