// The names that statements bind. See flow.h.
#include <algorithm>
#include <unordered_set>

#include "sema/flow.h"
#include "sema/walk.h"
#include "support/match.h"

namespace pycu::sema {

using namespace syntax;
using ::pycu::match;

namespace {

void bind_walruses(const Tree& tree, ExprId expr, const NameVisitor& visit) {
    if (!expr.valid()) {
        return;
    }
    if (const auto* walrus = std::get_if<NamedExpr>(&tree.exprs[expr].as)) {
        for_each_target_name(tree, walrus->target, visit);
    }
    for_each_child(tree, expr, [&](ExprId child) { bind_walruses(tree, child, visit); });
}

void bind_import(const std::vector<Alias>& names, bool is_from, const NameVisitor& visit) {
    for (const Alias& alias : names) {
        if (alias.asname) {
            visit({}, *alias.asname);
        } else {
            visit({}, is_from ? alias.name : alias.name.substr(0, alias.name.find('.')));
        }
    }
}

void bind_stmt(const Tree& tree, const Stmt& stmt, const NameVisitor& visit) {
    const auto walk = [&](ExprId expr) { bind_walruses(tree, expr, visit); };
    std::visit(match{
                   [&](const FunctionDef& s) { visit({}, s.name); },
                   [&](const ClassDef& s) { visit({}, s.name); },
                   [&](const Assign& s) {
                       walk(s.value);
                       for (ExprId target : s.targets) {
                           for_each_target_name(tree, target, visit);
                       }
                   },
                   [&](const AugAssign& s) {
                       walk(s.value);
                       for_each_target_name(tree, s.target, visit);
                   },
                   [&](const AnnAssign& s) {
                       walk(s.value);
                       for_each_target_name(tree, s.target, visit);
                   },
                   [&](const For& s) {
                       walk(s.iter);
                       for_each_target_name(tree, s.target, visit);
                   },
                   [&](const While& s) { walk(s.test); },
                   [&](const If& s) { walk(s.test); },
                   [&](const Return& s) { walk(s.value); },
                   [&](const ExprStmt& s) { walk(s.value); },
                   [&](const Assert& s) { walk(s.test); },
                   [&](const Delete& s) {
                       for (ExprId target : s.targets) {
                           for_each_target_name(tree, target, visit);
                       }
                   },
                   [&](const With& s) {
                       for (const WithItem& item : s.items) {
                           if (item.optional_vars.valid()) {
                               for_each_target_name(tree, item.optional_vars, visit);
                           }
                       }
                   },
                   [&](const Import& s) { bind_import(s.names, false, visit); },
                   [&](const ImportFrom& s) { bind_import(s.names, true, visit); },
                   [](const auto&) {},
               },
               stmt.as);
}

}  // namespace

void for_each_target_name(const Tree& tree, ExprId target, const NameVisitor& visit) {
    std::visit(match{
                   [&](const Name& e) { visit(target, e.id); },
                   [&](const Tuple& e) {
                       for (ExprId item : e.elts) {
                           for_each_target_name(tree, item, visit);
                       }
                   },
                   [&](const List& e) {
                       for (ExprId item : e.elts) {
                           for_each_target_name(tree, item, visit);
                       }
                   },
                   [&](const Starred& e) { for_each_target_name(tree, e.value, visit); },
                   [&](const NamedExpr&) { bind_walruses(tree, target, visit); },
                   [](const auto&) {},
               },
               tree.exprs[target].as);
}

void for_each_binding(const Tree& tree, const Body& body, const NameVisitor& visit) {
    for (StmtId id : body) {
        const Stmt& stmt = tree.stmts[id];
        bind_stmt(tree, stmt, visit);
        for_each_block(stmt, [&](const Body& block) { for_each_binding(tree, block, visit); });
    }
}

void for_each_parameter(const Arguments& args, const std::function<void(const Arg&)>& visit) {
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

std::vector<std::string> local_names(const Tree& tree, const FunctionDef& function) {
    std::vector<std::string> names;
    std::unordered_set<std::string> seen;
    std::unordered_set<std::string> foreign;
    const auto add = [&](const std::string& name) {
        if (!foreign.contains(name) && seen.insert(name).second) {
            names.push_back(name);
        }
    };
    for_each_parameter(function.args, [&](const Arg& arg) { add(arg.arg); });
    const std::function<void(const Body&)> find_foreign = [&](const Body& body) {
        for (StmtId id : body) {
            const Stmt& stmt = tree.stmts[id];
            if (const auto* global = std::get_if<Global>(&stmt.as)) {
                for (const Identifier& name : global->names) {
                    foreign.insert(name.text);
                }
            }
            for_each_block(stmt, find_foreign);
        }
    };
    find_foreign(function.body);
    for_each_binding(tree, function.body, [&](ExprId, const std::string& name) { add(name); });
    return names;
}

}  // namespace pycu::sema
