// Visiting the parts of syntax nodes in the order in which Python evaluates them.
#pragma once

#include <functional>

#include "syntax/tree.h"

namespace pycu::symbols {

/// Calls `visit` for each direct part of an expression, those inside lambdas and comprehensions
/// included.
void for_each_part(const syntax::Expr& expr, const std::function<void(syntax::ExprId)>& visit);

/// Calls `visit` for each direct sub-expression that is evaluated as part of this expression. The
/// bodies of lambdas and comprehensions are scopes of their own and are left out; the first
/// iterable of a comprehension is evaluated outside of it.
void for_each_child(const syntax::Tree& tree, syntax::ExprId expr,
                    const std::function<void(syntax::ExprId)>& visit);

/// Calls `visit` for each block directly inside a statement: bodies, else clauses, handlers.
/// Functions and classes are scopes of their own and have none.
void for_each_block(const syntax::Stmt& stmt,
                    const std::function<void(const syntax::Suite&)>& visit);

/// Calls `visit` for each statement of a block and of the blocks in it, those of functions and
/// classes included, in source order.
void for_each_statement(const syntax::Tree& tree, const syntax::Suite& body,
                        const std::function<void(const syntax::Stmt&)>& visit);

/// Whether an expression is a name or attributes of one: `a.b.c`.
bool is_dotted_name(const syntax::Tree& tree, syntax::ExprId expr);

enum class Jump { Break, Continue, Any };
/// Whether a block of a loop holds a jump of this loop.
bool leaves_turn(const syntax::Tree& tree, const syntax::Suite& body, Jump jump);
/// Whether a block holds a `return`, or a jump of a loop around it.
bool holds_jump(const syntax::Tree& tree, const syntax::Suite& body);

}  // namespace pycu::symbols
