// Visiting the parts of syntax nodes. See walk.h.
#include "sema/walk.h"

#include "support/match.h"

namespace pycu::sema {

using ::pycu::match;

namespace {

using Visit = std::function<void(syntax::ExprId)>;

void visit_if_valid(syntax::ExprId expr, const Visit& visit) {
    if (expr.valid()) {
        visit(expr);
    }
}

void visit_all(const std::vector<syntax::ExprId>& exprs, const Visit& visit) {
    for (syntax::ExprId expr : exprs) {
        visit_if_valid(expr, visit);
    }
}

void visit_call(const syntax::Call& call, const Visit& visit) {
    visit(call.func);
    visit_all(call.args, visit);
    for (const syntax::Keyword& keyword : call.keywords) {
        visit(keyword.value);
    }
}

/// The first iterable of a comprehension is evaluated outside of it.
void visit_outermost(const std::vector<syntax::Comprehension>& generators, const Visit& visit) {
    if (!generators.empty()) {
        visit(generators.front().iter);
    }
}

}  // namespace

void for_each_child(const syntax::Tree& tree, syntax::ExprId expr, const Visit& visit) {
    std::visit(match{
                   [&](const syntax::BoolOp& e) { visit_all(e.values, visit); },
                   [&](const syntax::NamedExpr& e) { visit(e.value); },
                   [&](const syntax::BinOp& e) {
                       visit(e.left);
                       visit(e.right);
                   },
                   [&](const syntax::UnaryOp& e) { visit(e.operand); },
                   [](const syntax::Lambda&) {},
                   [&](const syntax::IfExp& e) {
                       visit(e.test);
                       visit(e.body);
                       visit(e.orelse);
                   },
                   [&](const syntax::Dict& e) {
                       visit_all(e.keys, visit);
                       visit_all(e.values, visit);
                   },
                   [&](const syntax::Set& e) { visit_all(e.elts, visit); },
                   [&](const syntax::ListComp& e) { visit_outermost(e.generators, visit); },
                   [&](const syntax::SetComp& e) { visit_outermost(e.generators, visit); },
                   [&](const syntax::DictComp& e) { visit_outermost(e.generators, visit); },
                   [&](const syntax::GeneratorExp& e) { visit_outermost(e.generators, visit); },
                   [&](const syntax::Await& e) { visit_if_valid(e.value, visit); },
                   [&](const syntax::Yield& e) { visit_if_valid(e.value, visit); },
                   [&](const syntax::YieldFrom& e) { visit_if_valid(e.value, visit); },
                   [&](const syntax::Compare& e) {
                       visit(e.left);
                       visit_all(e.comparators, visit);
                   },
                   [&](const syntax::Call& e) { visit_call(e, visit); },
                   [&](const syntax::FormattedValue& e) {
                       visit(e.value);
                       visit_if_valid(e.format_spec, visit);
                   },
                   [&](const syntax::JoinedStr& e) { visit_all(e.values, visit); },
                   [](const syntax::Constant&) {},
                   [&](const syntax::Attribute& e) { visit(e.value); },
                   [&](const syntax::Subscript& e) {
                       visit(e.value);
                       visit(e.slice);
                   },
                   [&](const syntax::Starred& e) { visit(e.value); },
                   [](const syntax::Name&) {},
                   [&](const syntax::List& e) { visit_all(e.elts, visit); },
                   [&](const syntax::Tuple& e) { visit_all(e.elts, visit); },
                   [&](const syntax::Slice& e) {
                       visit_if_valid(e.lower, visit);
                       visit_if_valid(e.upper, visit);
                       visit_if_valid(e.step, visit);
                   },
               },
               tree.exprs[expr].as);
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

}  // namespace pycu::sema
