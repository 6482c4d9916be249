// Visiting the parts of syntax nodes. See walk.h.
#include "sema/walk.h"

#include "support/match.h"

namespace pycu::sema {

using namespace syntax;
using ::pycu::match;

namespace {

using Visit = std::function<void(ExprId)>;

void visit_if_valid(ExprId expr, const Visit& visit) {
    if (expr.valid()) {
        visit(expr);
    }
}

void visit_all(const std::vector<ExprId>& exprs, const Visit& visit) {
    for (ExprId expr : exprs) {
        visit_if_valid(expr, visit);
    }
}

void visit_call(const Call& call, const Visit& visit) {
    visit(call.func);
    visit_all(call.args, visit);
    for (const Keyword& keyword : call.keywords) {
        visit(keyword.value);
    }
}

/// The first iterable of a comprehension is evaluated outside of it.
void visit_outermost(const std::vector<Comprehension>& generators, const Visit& visit) {
    if (!generators.empty()) {
        visit(generators.front().iter);
    }
}

}  // namespace

void for_each_child(const Tree& tree, ExprId expr, const Visit& visit) {
    std::visit(match{
                   [&](const BoolOp& e) { visit_all(e.values, visit); },
                   [&](const NamedExpr& e) { visit(e.value); },
                   [&](const BinOp& e) {
                       visit(e.left);
                       visit(e.right);
                   },
                   [&](const UnaryOp& e) { visit(e.operand); },
                   [](const Lambda&) {},
                   [&](const IfExp& e) {
                       visit(e.test);
                       visit(e.body);
                       visit(e.orelse);
                   },
                   [&](const Dict& e) {
                       visit_all(e.keys, visit);
                       visit_all(e.values, visit);
                   },
                   [&](const Set& e) { visit_all(e.elts, visit); },
                   [&](const ListComp& e) { visit_outermost(e.generators, visit); },
                   [&](const SetComp& e) { visit_outermost(e.generators, visit); },
                   [&](const DictComp& e) { visit_outermost(e.generators, visit); },
                   [&](const GeneratorExp& e) { visit_outermost(e.generators, visit); },
                   [&](const Await& e) { visit_if_valid(e.value, visit); },
                   [&](const Yield& e) { visit_if_valid(e.value, visit); },
                   [&](const YieldFrom& e) { visit_if_valid(e.value, visit); },
                   [&](const Compare& e) {
                       visit(e.left);
                       visit_all(e.comparators, visit);
                   },
                   [&](const Call& e) { visit_call(e, visit); },
                   [&](const FormattedValue& e) {
                       visit(e.value);
                       visit_if_valid(e.format_spec, visit);
                   },
                   [&](const JoinedStr& e) { visit_all(e.values, visit); },
                   [](const Constant&) {},
                   [&](const Attribute& e) { visit(e.value); },
                   [&](const Subscript& e) {
                       visit(e.value);
                       visit(e.slice);
                   },
                   [&](const Starred& e) { visit(e.value); },
                   [](const Name&) {},
                   [&](const List& e) { visit_all(e.elts, visit); },
                   [&](const Tuple& e) { visit_all(e.elts, visit); },
                   [&](const Slice& e) {
                       visit_if_valid(e.lower, visit);
                       visit_if_valid(e.upper, visit);
                       visit_if_valid(e.step, visit);
                   },
               },
               tree.exprs[expr].as);
}

void for_each_block(const Stmt& stmt, const std::function<void(const Body&)>& visit) {
    std::visit(match{
                   [&](const For& s) {
                       visit(s.body);
                       visit(s.orelse);
                   },
                   [&](const While& s) {
                       visit(s.body);
                       visit(s.orelse);
                   },
                   [&](const If& s) {
                       visit(s.body);
                       visit(s.orelse);
                   },
                   [&](const With& s) { visit(s.body); },
                   [&](const Match& s) {
                       for (const MatchCase& match_case : s.cases) {
                           visit(match_case.body);
                       }
                   },
                   [&](const Try& s) {
                       visit(s.body);
                       for (const ExceptHandler& handler : s.handlers) {
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
