// Visiting the parts of IR nodes, in the order in which Python evaluates them.
#pragma once

#include <type_traits>
#include <variant>

#include "ir/module.h"

namespace pycu::ir {

/// The expressions in one member of a node: an id, a list of them, an index; none in a number.
template <class Member, class Visit>
void for_each_in(Member& member, Visit& visit) {
    if constexpr (std::is_same_v<std::remove_const_t<Member>, ExprId>) {
        visit(member);
    } else if constexpr (requires { member.begin(); }) {
        for (auto& one : member) {
            for_each_in(one, visit);
        }
    } else if constexpr (requires { *member; }) {
        if (member) {
            for_each_in(*member, visit);
        }
    } else if constexpr (requires { member.wraps; }) {
        visit(member.value);
    } else if constexpr (requires { member.kind; }) {
        for (auto* const id : {&member.index.value, &member.start, &member.stop, &member.step}) {
            if (id->valid()) {
                visit(*id);
            }
        }
    }
}

/// The expressions that stand directly in a node. The order of the names is that of evaluation.
template <class Node, class Visit>
void for_each_child(Node& e, Visit& visit) {
#define PYCU_MEMBER(name)                 \
    if constexpr (requires { e.name; }) { \
        for_each_in(e.name, visit);       \
    }
    PYCU_MEMBER(array)
    PYCU_MEMBER(record)
    PYCU_MEMBER(tuple)
    PYCU_MEMBER(condition)
    PYCU_MEMBER(if_true)
    PYCU_MEMBER(if_false)
    PYCU_MEMBER(left)
    PYCU_MEMBER(right)
    PYCU_MEMBER(operand)
    PYCU_MEMBER(real)
    PYCU_MEMBER(imag)
    PYCU_MEMBER(start)
    PYCU_MEMBER(stop)
    PYCU_MEMBER(step)
    PYCU_MEMBER(args)
    PYCU_MEMBER(items)
    PYCU_MEMBER(extents)
    PYCU_MEMBER(indices)
    PYCU_MEMBER(index)
    if constexpr (requires { e.array, e.value; }) {
        if (e.value.valid()) {  // what a reduction looks for
            visit(e.value);
        }
    } else {
        PYCU_MEMBER(value)
    }
    PYCU_MEMBER(place)
#undef PYCU_MEMBER
}

/// Calls `visit(ExprId&)` (or `const ExprId&`) for each operand of an expression.
template <class AnyExpr, class Visit>
void for_each_operand(AnyExpr& expr, Visit&& visit) {
    std::visit([&](auto& e) { for_each_child(e, visit); }, expr.as);
}

template <class OfOperand>
bool any_operand(const Expr& expr, OfOperand&& holds) {
    bool found = false;
    for_each_operand(expr, [&](const ExprId& operand) { found = found || holds(operand); });
    return found;
}

/// Calls `visit(ExprId&)` for each expression that stands directly in a statement.
template <class AnyStmt, class Visit>
void for_each_expr(AnyStmt& stmt, Visit&& visit) {
    std::visit([&](auto& s) { for_each_child(s, visit); }, stmt.as);
}

/// Whether the expression itself changes memory, waits for others or ends the thread.
inline bool has_effect(const Module& module, const Expr& expr) {
    if (const auto* call = expr.get<Call>()) {
        return module.functions.contains(call->function) &&
               module.functions[call->function].has_effects;
    }
    const auto* e = expr.get<Intrinsic>();
    return e != nullptr && e->row != nullptr && e->row->effect >= api::Effect::Writes;
}

/// Calls `visit(LocalId)` for each variable that an expression reads.
template <class Visit>
void for_each_read(const Function& function, ExprId id, Visit&& visit) {
    const Expr& expr = function.exprs[id];
    if (const auto* read = expr.get<Read>()) {
        visit(read->local);
    }
    for_each_operand(expr, [&](const ExprId& operand) { for_each_read(function, operand, visit); });
}

/// Calls `visit(LocalId&)` for each variable that a statement sets, the target of a loop included.
template <class AnyStmt, class Visit>
void for_each_target(AnyStmt& stmt, Visit&& visit) {
    std::visit(
        [&](auto& s) {
            if constexpr (requires { s.target; }) {
                visit(s.target);
            } else if constexpr (requires { s.targets; }) {
                for (auto& target : s.targets) {
                    if (target.valid()) {
                        visit(target);
                    }
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

/// Calls `visit(StmtId)` for every statement of the block and of the blocks in it, outer ones
/// first.
template <class Visit>
void for_each_stmt(const Function& function, const Block& block, Visit&& visit) {
    for (const StmtId id : block) {
        visit(id);
        for_each_block(function.stmts[id],
                       [&](const Block& inner) { for_each_stmt(function, inner, visit); });
    }
}

/// Calls `visit(ExprId)` for an expression and those in it, operands first.
template <class Visit>
void for_each_expr_in(const Function& function, ExprId id, Visit&& visit) {
    for_each_operand(function.exprs[id],
                     [&](const ExprId& operand) { for_each_expr_in(function, operand, visit); });
    visit(id);
}

/// Calls `visit(ExprId)` for every expression of a statement; not for those of blocks in it.
template <class Visit>
void for_each_expr_of(const Function& function, const Stmt& stmt, Visit&& visit) {
    for_each_expr(stmt, [&](const ExprId& id) { for_each_expr_in(function, id, visit); });
}

}  // namespace pycu::ir
