// Visiting the parts of syntax nodes. See walk.h.
#include "symbols/walk.h"

#include <algorithm>

#include "support/match.h"
#include "syntax/visit.h"

namespace pycu::symbols {

void for_each_part(const syntax::Expr& expr, const std::function<void(syntax::ExprId)>& visit) {
    const auto read = match{
        [&](syntax::ExprId id, bool is_target) {
            if (!is_target) {
                visit(id);
            }
        },
        [](const auto&, bool) {},
    };
    std::visit(match{
                   [&](const syntax::Lambda& e) { visit(e.body); },
                   [&](const auto& e) { syntax::for_each_child(e, read); },
               },
               expr.as);
}

void for_each_child(const syntax::Tree& tree, syntax::ExprId id,
                    const std::function<void(syntax::ExprId)>& visit) {
    std::visit(match{
                   [&](const syntax::Lambda&) {},
                   [&](const auto& e) {
                       if constexpr (requires { e.generators; }) {
                           visit(e.generators.front().iter);
                       } else {
                           for_each_part(tree.exprs[id], visit);
                       }
                   },
               },
               tree.exprs[id].as);
}

void for_each_block(const syntax::Stmt& stmt,
                    const std::function<void(const syntax::Suite&)>& visit) {
    const auto block = match{
        [&](const syntax::Suite& body, bool) { visit(body); },
        [](const auto&, bool) {},
    };
    std::visit(match{
                   [](const syntax::FunctionDef&) {},
                   [](const syntax::ClassDef&) {},
                   [&](const auto& s) { syntax::for_each_child(s, block); },
               },
               stmt.as);
}

void for_each_statement(const syntax::Tree& tree, const syntax::Suite& body,
                        const std::function<void(const syntax::Stmt&)>& visit) {
    std::vector<syntax::StmtId> waiting(body.rbegin(), body.rend());
    std::vector<syntax::StmtId> inner;
    const auto part = match{
        [&](const syntax::Suite& block, bool) {
            inner.insert(inner.end(), block.begin(), block.end());
        },
        [](const auto&, bool) {},
    };
    while (!waiting.empty()) {
        const syntax::Stmt& stmt = tree.stmts[waiting.back()];
        waiting.pop_back();
        visit(stmt);
        inner.clear();
        std::visit([&](const auto& node) { syntax::for_each_child(node, part); }, stmt.as);
        waiting.insert(waiting.end(), inner.rbegin(), inner.rend());
    }
}

bool is_dotted_name(const syntax::Tree& tree, syntax::ExprId expr) {
    while (const auto* attribute = std::get_if<syntax::Attribute>(&tree.exprs[expr].as)) {
        expr = attribute->value;
    }
    return std::holds_alternative<syntax::Name>(tree.exprs[expr].as);
}

bool leaves_turn(const syntax::Tree& tree, const syntax::Suite& body, Jump jump) {
    const auto in = [&](const syntax::Suite& block) { return leaves_turn(tree, block, jump); };
    return std::ranges::any_of(body, [&](syntax::StmtId id) {
        const auto& as = tree.stmts[id].as;
        // The jumps of an inner loop are its own; its else clause stands outside of it.
        if (const auto* loop = std::get_if<syntax::For>(&as)) {
            return in(loop->orelse);
        }
        if (const auto* loop = std::get_if<syntax::While>(&as)) {
            return in(loop->orelse);
        }
        bool found = (jump != Jump::Break && std::holds_alternative<syntax::Continue>(as)) ||
                     (jump != Jump::Continue && std::holds_alternative<syntax::Break>(as));
        for_each_block(tree.stmts[id],
                       [&](const syntax::Suite& block) { found = found || in(block); });
        return found;
    });
}

bool holds_jump(const syntax::Tree& tree, const syntax::Suite& body) {
    const std::function<bool(const syntax::Suite&)> returns = [&](const syntax::Suite& block) {
        return std::ranges::any_of(block, [&](syntax::StmtId id) {
            bool found = tree.stmts[id].is<syntax::Return>();
            for_each_block(tree.stmts[id],
                           [&](const syntax::Suite& inner) { found = found || returns(inner); });
            return found;
        });
    };
    return returns(body) || leaves_turn(tree, body, Jump::Any);
}

}  // namespace pycu::symbols
