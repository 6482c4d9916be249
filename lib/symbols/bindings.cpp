// The names that statements bind. See bindings.h.
#include "symbols/bindings.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "support/match.h"
#include "symbols/walk.h"
#include "syntax/visit.h"

namespace pycu::symbols {

namespace {

/// The names that a pattern of `match` binds.
void bind_pattern(const syntax::Tree& tree, syntax::PatternId id, const NameVisitor& visit) {
    const syntax::Pattern& pattern = tree.patterns[id];
    const auto inner = match{
        [&](syntax::PatternId one, bool) { bind_pattern(tree, one, visit); },
        [](const auto&, bool) {},
    };
    std::visit([&](const auto& node) { syntax::for_each_child(node, inner); }, pattern.as);
    if (const syntax::Identifier* name = syntax::bound_name(pattern)) {
        visit({}, name->text);
    }
}

void bind_stmt(const syntax::Tree& tree, const syntax::Stmt& stmt, const NameVisitor& visit) {
    const auto bind = match{
        [&](syntax::ExprId expr, bool is_target) {
            for_each_walrus(tree, expr, visit);
            if (is_target) {
                for_each_target_name(tree, expr, visit);
            }
        },
        [&](syntax::PatternId pattern, bool) { bind_pattern(tree, pattern, visit); },
        [](const syntax::Suite&, bool) {},
    };
    std::visit(match{
                   [&](const syntax::FunctionDef& s) { visit({}, s.name); },
                   [&](const syntax::ClassDef& s) { visit({}, s.name); },
                   [&](const auto& s) { syntax::for_each_child(s, bind); },
               },
               stmt.as);
}

}  // namespace

void for_each_walrus(const syntax::Tree& tree, syntax::ExprId expr, const NameVisitor& visit) {
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

std::vector<const syntax::Arg*> positional(const syntax::Arguments& args) {
    std::vector<const syntax::Arg*> all;
    for (const auto* list : {&args.posonlyargs, &args.args}) {
        for (const syntax::Arg& arg : *list) {
            all.push_back(&arg);
        }
    }
    return all;
}

void for_each_parameter(const syntax::Arguments& args,
                        const std::function<void(const syntax::Arg&)>& visit) {
    const auto list = match{
        [&](const std::vector<syntax::Arg>& some) { std::ranges::for_each(some, visit); },
        [&](const std::optional<syntax::Arg>& one) {
            if (one) {
                visit(*one);
            }
        },
        [](const std::vector<syntax::ExprId>&) {},
    };
    syntax::for_each_field(args, [&](const char*, const auto& field) { list(field); });
}

Declared declared_names(const syntax::Tree& tree, const syntax::Suite& body) {
    Declared found;
    const auto add = [](std::unordered_set<std::string>& names, const auto& declaration) {
        for (const syntax::Identifier& name : declaration.names) {
            names.insert(name.text);
        }
    };
    const std::function<void(const syntax::Suite&)> walk = [&](const syntax::Suite& block) {
        for (const syntax::StmtId id : block) {
            std::visit(match{
                           [&](const syntax::Global& s) { add(found.globals, s); },
                           [&](const syntax::Nonlocal& s) { add(found.nonlocals, s); },
                           [](const auto&) {},
                       },
                       tree.stmts[id].as);
            for_each_block(tree.stmts[id], walk);
        }
    };
    walk(body);
    return found;
}

std::vector<std::string> local_names(const syntax::Tree& tree,
                                     const syntax::FunctionDef& function) {
    std::vector<std::string> names;
    std::unordered_set<std::string> seen;
    const std::unordered_set<std::string> foreign = declared_names(tree, function.body).globals;
    const auto add = [&](const std::string& name) {
        if (!foreign.contains(name) && seen.insert(name).second) {
            names.push_back(name);
        }
    };
    for_each_parameter(function.args, [&](const syntax::Arg& arg) { add(arg.arg); });
    for_each_binding(tree, function.body,
                     [&](syntax::ExprId, const std::string& name) { add(name); });
    return names;
}

// ---- Takes targets apart.

std::vector<TargetPart> target_parts(const syntax::Tree& tree, syntax::ExprId target) {
    std::vector<TargetPart> found;
    std::vector<TargetPart> waiting{{target, {}}};
    while (!waiting.empty()) {
        TargetPart part = std::move(waiting.back());
        waiting.pop_back();
        const syntax::Expr& expr = tree.exprs[part.target];
        if (const auto* star = std::get_if<syntax::Starred>(&expr.as)) {
            waiting.push_back({star->value, {-1}});
            continue;
        }
        const std::vector<syntax::ExprId>* elts = syntax::elements(expr);
        if (elts == nullptr) {
            found.push_back(std::move(part));
            continue;
        }
        bool is_behind_star = false;
        const std::size_t first = waiting.size();
        for (std::size_t i = 0; i < elts->size(); ++i) {
            const syntax::Expr& elt = tree.exprs[(*elts)[i]];
            is_behind_star = is_behind_star || std::holds_alternative<syntax::Starred>(elt.as);
            TargetPart inner{(*elts)[i], part.path};
            inner.path.push_back(is_behind_star ? -1 : static_cast<std::int32_t>(i));
            waiting.push_back(std::move(inner));
        }
        std::reverse(waiting.begin() + std::ptrdiff_t(first), waiting.end());
    }
    return found;
}

}  // namespace pycu::symbols
