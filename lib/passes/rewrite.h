// Replacing statements by others, block by block, and making new IR.
#pragma once

#include <functional>
#include <string>

#include "ir/module.h"

namespace pycu::passes {

/// Appends what replaces the statement to `out`: itself, or others around it.
using Replace = std::function<void(ir::StmtId, ir::Block& out)>;

/// Rewrites all blocks of a function, inner ones first.
void rewrite_blocks(ir::Function& function, const Replace& replace);

/// Changes the blocks directly inside a statement. The arena may grow meanwhile, so they are taken
/// out of their statement.
void change_blocks(ir::Function& function, ir::StmtId id,
                   const std::function<void(ir::Block&)>& change);

/// A new variable that the Python text does not have.
ir::LocalId add_temporary(ir::Function& function, const std::string& name, Type type, Range range);

ir::ExprId add_expr(ir::Function& function, Type type, Range range, decltype(ir::Expr::as) as);
ir::StmtId add_stmt(ir::Function& function, Range range, decltype(ir::Stmt::as) as);

/// Moves the comments above a statement, and the blank line, to the one that now precedes it.
void move_comments(ir::Function& function, ir::StmtId from, ir::StmtId to);

}  // namespace pycu::passes
