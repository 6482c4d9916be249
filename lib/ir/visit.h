// Visiting the parts of IR nodes, in the order in which Python evaluates them.
#pragma once

#include <variant>

#include "ir/module.h"
#include "support/match.h"

namespace pycu::ir {

/// The operands of an expression that takes an array: the array, and its indices, extents or value.
template <class OfArray, class Visit>
void for_each_array_operand(OfArray& e, Visit& visit) {
    const auto visit_valid = [&](auto& id) {
        if (id.valid()) {
            visit(id);
        }
    };
    visit(e.array);
    if constexpr (requires { e.extents; }) {
        for (auto& extent : e.extents) {
            visit(extent);
        }
    } else if constexpr (requires { e.value; }) {
        visit_valid(e.value);
    } else if constexpr (requires { e.indices; }) {
        for (auto& index : e.indices) {
            if constexpr (requires { index.kind; }) {
                visit_valid(index.index.value);
                visit_valid(index.start);
                visit_valid(index.stop);
                visit_valid(index.step);
            } else {
                visit(index.value);
            }
        }
    }
}

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
                if constexpr (requires { e.array; }) {
                    for_each_array_operand(e, visit);
                } else if constexpr (requires { e.left; }) {
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
            } else if constexpr (requires { s.items; }) {
                for (auto& item : s.items) {
                    visit(item);
                }
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
            if constexpr (requires { s.before; }) {
                visit(s.before);
            }
            if constexpr (requires { s.body; }) {
                visit(s.body);
                visit(s.orelse);
            }
        },
        stmt.as);
}

}  // namespace pycu::ir
