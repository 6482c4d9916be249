// Visiting the parts of syntax nodes. See walk.h.
#include "symbols/walk.h"

#include <algorithm>
#include <vector>

#include "support/match.h"

namespace pycu::symbols {

using ::pycu::match;

namespace {

using Visit = std::function<void(syntax::ExprId)>;

/// The comprehensions of an expression that is made of them; null for another.
const std::vector<syntax::Comprehension>* generators_of(const syntax::Expr& expr) {
    return std::visit(
        [](const auto& e) -> const std::vector<syntax::Comprehension>* {
            if constexpr (requires { e.generators; }) {
                return &e.generators;
            } else {
                return nullptr;
            }
        },
        expr.as);
}

}  // namespace

void for_each_part(const syntax::Expr& expr, const Visit& visit) {
    const auto push = [&](syntax::ExprId id) {
        if (id.valid()) {
            visit(id);
        }
    };
    const auto each = [&](const std::vector<syntax::ExprId>& ids) {
        std::ranges::for_each(ids, push);
    };
    const auto comprehension = [&](const std::vector<syntax::Comprehension>& generators) {
        for (const auto& one : generators) {
            push(one.iter), each(one.ifs);
        }
    };
    std::visit(match{
                   [&](const syntax::BoolOp& n) { each(n.values); },
                   [&](const syntax::NamedExpr& n) { push(n.value); },
                   [&](const syntax::BinOp& n) { push(n.left), push(n.right); },
                   [&](const syntax::UnaryOp& n) { push(n.operand); },
                   [&](const syntax::Lambda& n) { push(n.body); },
                   [&](const syntax::IfExp& n) { push(n.test), push(n.body), push(n.orelse); },
                   [&](const syntax::Dict& n) { each(n.keys), each(n.values); },
                   [&](const syntax::Set& n) { each(n.elts); },
                   [&](const syntax::ListComp& n) { push(n.elt), comprehension(n.generators); },
                   [&](const syntax::SetComp& n) { push(n.elt), comprehension(n.generators); },
                   [&](const syntax::DictComp& n) {
                       push(n.key), push(n.value), comprehension(n.generators);
                   },
                   [&](const syntax::GeneratorExp& n) { push(n.elt), comprehension(n.generators); },
                   [&](const syntax::Await& n) { push(n.value); },
                   [&](const syntax::Yield& n) { push(n.value); },
                   [&](const syntax::YieldFrom& n) { push(n.value); },
                   [&](const syntax::Compare& n) { push(n.left), each(n.comparators); },
                   [&](const syntax::Call& n) {
                       push(n.func), each(n.args);
                       for (const auto& keyword : n.keywords) {
                           push(keyword.value);
                       }
                   },
                   [&](const syntax::FormattedValue& n) { push(n.value), push(n.format_spec); },
                   [&](const syntax::JoinedStr& n) { each(n.values); },
                   [&](const syntax::Attribute& n) { push(n.value); },
                   [&](const syntax::Subscript& n) { push(n.value), push(n.slice); },
                   [&](const syntax::Starred& n) { push(n.value); },
                   [&](const syntax::List& n) { each(n.elts); },
                   [&](const syntax::Tuple& n) { each(n.elts); },
                   [&](const syntax::Slice& n) { push(n.lower), push(n.upper), push(n.step); },
                   [](const auto&) {},
               },
               expr.as);
}

void for_each_child(const syntax::Tree& tree, syntax::ExprId id, const Visit& visit) {
    const syntax::Expr& expr = tree.exprs[id];
    if (const auto* generators = generators_of(expr)) {
        if (!generators->empty()) {
            visit(generators->front().iter);
        }
    } else if (!std::holds_alternative<syntax::Lambda>(expr.as)) {
        for_each_part(expr, visit);
    }
}

void for_each_block(const syntax::Stmt& stmt,
                    const std::function<void(const syntax::Suite&)>& visit) {
    std::visit(match{
                   [&](const syntax::For& s) {
                       visit(s.body);
                       visit(s.orelse);
                   },
                   [&](const syntax::While& s) {
                       visit(s.body);
                       visit(s.orelse);
                   },
                   [&](const syntax::If& s) {
                       visit(s.body);
                       visit(s.orelse);
                   },
                   [&](const syntax::With& s) { visit(s.body); },
                   [&](const syntax::Match& s) {
                       for (const syntax::MatchCase& match_case : s.cases) {
                           visit(match_case.body);
                       }
                   },
                   [&](const syntax::Try& s) {
                       visit(s.body);
                       for (const syntax::ExceptHandler& handler : s.handlers) {
                           visit(handler.body);
                       }
                       visit(s.orelse);
                       visit(s.finalbody);
                   },
                   [](const auto&) {},
               },
               stmt.as);
}

bool leaves_turn(const syntax::Tree& tree, const syntax::Suite& body, bool or_break) {
    const auto in = [&](const syntax::Suite& block) { return leaves_turn(tree, block, or_break); };
    return std::ranges::any_of(body, [&](syntax::StmtId id) {
        const auto& as = tree.stmts[id].as;
        // The jumps of an inner loop are its own; its else clause stands outside of it.
        if (const auto* loop = std::get_if<syntax::For>(&as)) {
            return in(loop->orelse);
        }
        if (const auto* loop = std::get_if<syntax::While>(&as)) {
            return in(loop->orelse);
        }
        bool found = std::holds_alternative<syntax::Continue>(as) ||
                     (or_break && std::holds_alternative<syntax::Break>(as));
        for_each_block(tree.stmts[id],
                       [&](const syntax::Suite& block) { found = found || in(block); });
        return found;
    });
}

}  // namespace pycu::symbols
