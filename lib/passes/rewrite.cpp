// Walking and changing statements.
#include "passes/rewrite.h"

#include <algorithm>
#include <utility>

#include "ir/visit.h"

namespace pycu::passes {
namespace {

void rewrite(ir::Function& function, ir::Block& block, const Replace& replace) {
    ir::Block out;
    for (const ir::StmtId id : block) {
        change_blocks(function, id, [&](ir::Block& inner) { rewrite(function, inner, replace); });
        replace(id, out);
    }
    block = std::move(out);
}

}  // namespace

void change_blocks(ir::Function& function, ir::StmtId id,
                   const std::function<void(ir::Block&)>& change) {
    std::vector<ir::Block> inner;
    ir::for_each_block(function.stmts[id],
                       [&](ir::Block& b) { inner.push_back(std::exchange(b, {})); });
    std::ranges::for_each(inner, change);
    std::size_t next = 0;
    ir::for_each_block(function.stmts[id], [&](ir::Block& b) { b = std::move(inner[next++]); });
}

void rewrite_blocks(ir::Function& function, const Replace& replace) {
    ir::Block body = std::exchange(function.body, {});
    rewrite(function, body, replace);
    function.body = std::move(body);
}

ir::LocalId add_temporary(ir::Function& function, const std::string& name, Type type, Range range) {
    ir::Local local;
    local.name = name;
    local.type = type;
    local.kind = ir::Local::Kind::Temporary;
    local.range = range;
    return function.locals.add(std::move(local));
}

ir::ExprId add_expr(ir::Function& function, Type type, Range range, decltype(ir::Expr::as) as) {
    ir::Expr expr;
    expr.type = type;
    expr.range = range;
    expr.as = std::move(as);
    return function.exprs.add(std::move(expr));
}

ir::StmtId add_stmt(ir::Function& function, Range range, decltype(ir::Stmt::as) as) {
    ir::Stmt stmt;
    stmt.range = range;
    stmt.as = std::move(as);
    return function.stmts.add(std::move(stmt));
}

void move_comments(ir::Function& function, ir::StmtId from, ir::StmtId to) {
    ir::Stmt& source = function.stmts[from];
    ir::Stmt& target = function.stmts[to];
    target.comments = std::exchange(source.comments, {});
    target.blank_before = std::exchange(source.blank_before, false);
}

}  // namespace pycu::passes
