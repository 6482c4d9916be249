// Visiting the parts of IR nodes, in the order in which Python evaluates them.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "ir/module.h"
#include "support/function_ref.h"

namespace pycu::ir {

/// Calls `visit` for each operand of an expression.
void for_each_operand(Expr& expr, FunctionRef<void(ExprId&)> visit);
void for_each_operand(const Expr& expr, FunctionRef<void(const ExprId&)> visit);

bool any_operand(const Expr& expr, FunctionRef<bool(const ExprId&)> holds);

/// Calls `visit` for each expression that stands directly in a statement.
void for_each_expr(Stmt& stmt, FunctionRef<void(ExprId&)> visit);
void for_each_expr(const Stmt& stmt, FunctionRef<void(const ExprId&)> visit);

/// Calls `visit` for each place where a function names a constant: in expressions, and in the
/// formulas of extents.
void for_each_constant_of(Function& function, FunctionRef<void(ConstantId&)> visit);
void for_each_constant_of(const Function& function, FunctionRef<void(const ConstantId&)> visit);

/// Whether the expression itself changes memory, waits for others or ends the thread.
bool has_effect(const Module& module, const Expr& expr);

/// Calls `visit` for each variable that an expression reads.
void for_each_read(const Function& function, ExprId id, FunctionRef<void(LocalId)> visit);

/// a // b, a % b
bool is_floor_division(const Expr& expr);

/// Whether a statement repeats its body.
bool is_loop(const Stmt& stmt);
/// break, continue
bool is_jump(const Stmt& stmt);
/// return, raise
bool leaves_function(const Stmt& stmt);
/// Whether a break of the loop around the block is in it.
bool has_break(const Function& function, const Block& block);

/// Whether threads wait for each other in the statement, and read memory anew behind it: barriers
/// of a block, a warp and the grid.
bool is_meeting(const Function& function, const Stmt& stmt);

/// Where a loop's body assigns to its counter for the next turn: the last statement, but for
/// barriers behind it. Nothing where the last statement is another one.
std::optional<std::size_t> step_of(const Function& function, const Block& body, LocalId counter);

/// The loop behind the statement, if it is one whose counter the statement sets.
const While* counted_while(const Function& function, const Block& block, std::size_t place);

/// Calls `visit` for each variable that a statement sets, the target of a loop included.
void for_each_target(Stmt& stmt, FunctionRef<void(LocalId&)> visit);
void for_each_target(const Stmt& stmt, FunctionRef<void(const LocalId&)> visit);

/// Calls `visit` for each block directly inside a statement.
void for_each_block(Stmt& stmt, FunctionRef<void(Block&)> visit);
void for_each_block(const Stmt& stmt, FunctionRef<void(const Block&)> visit);

/// Calls `visit` for every statement of the block and of the blocks in it, outer ones first.
void for_each_stmt(const Function& function, const Block& block, FunctionRef<void(StmtId)> visit);

/// A function and all that it calls, itself or through others; each once.
std::vector<FunctionId> reached(const Module& module, FunctionId from);

/// Calls `visit` for an expression and those in it, operands first.
void for_each_expr_in(const Function& function, ExprId id, FunctionRef<void(ExprId)> visit);

/// Calls `visit` for every expression of a statement; not for those of blocks in it.
void for_each_expr_of(const Function& function, const Stmt& stmt, FunctionRef<void(ExprId)> visit);

// ---- The record types and named tuples that a module uses, and that its text needs structs for.

/// Each record once, behind those inside it; without the state of the generators, which the
/// runtime header has.
std::vector<Type> records_of(const Module& module);

/// Each named tuple once, behind those inside it.
std::vector<Type> named_tuples(const Module& module);

}  // namespace pycu::ir
