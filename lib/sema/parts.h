// The direct parts of an expression, those inside lambdas and comprehensions included.
#pragma once

#include <algorithm>
#include <vector>

#include "support/match.h"
#include "syntax/nodes.h"

namespace pycu::sema {

/// Calls `push` with every direct part of an expression, also with ids that are not valid().
template <typename Push>
void for_each_part(const syntax::Expr& expr, const Push& push) {
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
                   [&](const syntax::FormattedValue& n) { push(n.value); },
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

}  // namespace pycu::sema
