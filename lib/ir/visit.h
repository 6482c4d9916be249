// Visiting the parts of IR nodes, in the order in which Python evaluates them.
#pragma once

#include <variant>

#include "ir/module.h"
#include "support/match.h"

namespace pycu::ir {

/// Calls `visit(ExprId&)` (or `const ExprId&`) for each operand of an expression.
template <class AnyExpr, class Visit>
void for_each_operand(AnyExpr& expr, Visit&& visit) {
    const auto visit_all = [&](auto& ids) {
        for (auto& id : ids) {
            visit(id);
        }
    };
    std::visit(
        match{
            [](std::conditional_t<std::is_const_v<AnyExpr>, const Literal, Literal>&) {},
            [](std::conditional_t<std::is_const_v<AnyExpr>, const ReadConstant, ReadConstant>&) {},
            [](std::conditional_t<std::is_const_v<AnyExpr>, const Read, Read>&) {},
            [](std::conditional_t<std::is_const_v<AnyExpr>, const NoValue, NoValue>&) {},
            [&](std::conditional_t<std::is_const_v<AnyExpr>, const Element, Element>& e) {
                visit(e.array);
                for (auto& index : e.indices) {
                    visit(index.value);
                }
            },
            [&](std::conditional_t<std::is_const_v<AnyExpr>, const Tuple, Tuple>& e) {
                visit_all(e.items);
            },
            [&](std::conditional_t<std::is_const_v<AnyExpr>, const TupleAt, TupleAt>& e) {
                visit(e.tuple);
                visit(e.index.value);
            },
            [&](std::conditional_t<std::is_const_v<AnyExpr>, const Call, Call>& e) {
                visit_all(e.args);
            },
            [&](std::conditional_t<std::is_const_v<AnyExpr>, const Intrinsic, Intrinsic>& e) {
                visit_all(e.args);
            },
            [&](std::conditional_t<std::is_const_v<AnyExpr>, const Select, Select>& e) {
                visit(e.condition);
                visit(e.if_true);
                visit(e.if_false);
            },
            [&](auto& e) {
                if constexpr (requires { e.left; }) {
                    visit(e.left);
                    visit(e.right);
                } else if constexpr (requires { e.real; }) {
                    visit(e.real);
                    visit(e.imag);
                } else if constexpr (requires { e.operand; }) {
                    visit(e.operand);
                } else if constexpr (requires { e.value; }) {
                    visit(e.value);
                } else if constexpr (requires { e.record; }) {
                    visit(e.record);
                } else if constexpr (requires { e.array; }) {
                    visit(e.array);
                } else {
                    visit(e.tuple);
                }
            },
        },
        expr.as);
}

/// Calls `visit(ExprId&)` for each expression that stands directly in a statement.
template <class AnyStmt, class Visit>
void for_each_expr(AnyStmt& stmt, Visit&& visit) {
    std::visit(
        [&](auto& s) {
            if constexpr (requires { s.step; }) {
                visit(s.start);
                visit(s.stop);
                visit(s.step);
            } else if constexpr (requires { s.condition; }) {
                visit(s.condition);
            } else if constexpr (requires { *s.value; }) {
                if (s.value) {
                    visit(*s.value);
                }
            } else if constexpr (requires { s.value; }) {
                visit(s.value);
                if constexpr (requires { s.place; }) {
                    visit(s.place);
                }
            }
        },
        stmt.as);
}

/// Calls `visit(Block&)` for each block directly inside a statement.
template <class AnyStmt, class Visit>
void for_each_block(AnyStmt& stmt, Visit&& visit) {
    std::visit(
        [&](auto& s) {
            if constexpr (requires { s.body; }) {
                visit(s.body);
                visit(s.orelse);
            }
        },
        stmt.as);
}

}  // namespace pycu::ir
