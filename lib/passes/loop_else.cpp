// for ... else  ->  bool broke = false; for (...) { ... broke = true; break; ... } if (!broke) ...
// while f(x): where the test has statements of its own: they become the top of the body
#include <utility>

#include "ir/visit.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

namespace pycu::passes {
namespace {

/// The body of a loop, and its `else`.
std::pair<ir::Block*, ir::Block*> blocks_of(ir::Stmt& stmt) {
    if (auto* loop = stmt.get<ir::While>()) {
        return {&loop->body, &loop->orelse};
    }
    if (auto* loop = stmt.get<ir::ForItems>()) {
        return {&loop->body, &loop->orelse};
    }
    auto& loop = std::get<ir::ForRange>(stmt.as);
    return {&loop.body, &loop.orelse};
}

bool has_else(ir::Stmt& stmt) {
    return ir::is_loop(stmt) && !blocks_of(stmt).second->empty();
}

ir::StmtId set_flag(ir::Function& function, ir::LocalId flag, bool value, Range range) {
    const ir::ExprId truth = add_expr(function, boolean, range, ir::Literal{value});
    return add_stmt(function, range, ir::Assign{.target = flag, .value = truth});
}

/// Sets the flag before each break of the loop around the block.
void mark_breaks(ir::Function& function, ir::Block& block, ir::LocalId flag) {
    ir::Block out;
    for (const ir::StmtId id : block) {
        if (function.is<ir::Break>(id)) {
            const ir::StmtId set = set_flag(function, flag, true, function.stmts[id].range);
            move_comments(function, id, set);
            out.push_back(set);
        } else if (!ir::is_loop(function.stmts[id])) {
            change_blocks(function, id,
                          [&](ir::Block& inner) { mark_breaks(function, inner, flag); });
        }
        out.push_back(id);
    }
    block = std::move(out);
}

/// while B; c: ...  ->  while True: B; if not c: break; ...
void move_test(ir::Function& function, ir::StmtId id) {
    auto* loop = function.get<ir::While>(id);
    if (loop == nullptr || loop->before.empty()) {
        return;
    }
    const ir::ExprId condition = loop->condition;
    ir::Block body = std::exchange(loop->before, {});
    const ir::Block rest = std::exchange(loop->body, {});
    const Range range = function.exprs[condition].range;
    const ir::ExprId fails = add_expr(function, boolean, range, ir::Unary{UnaryOp::Not, condition});
    const ir::StmtId leave = add_stmt(function, range, ir::Break{});
    body.push_back(
        add_stmt(function, range, ir::If{.condition = fails, .body = {leave}, .orelse = {}}));
    body.insert(body.end(), rest.begin(), rest.end());
    auto& changed = std::get<ir::While>(function.stmts[id].as);
    changed.condition = add_expr(function, boolean, range, ir::Literal{true});
    changed.body = std::move(body);
}

void replace_loop(ir::Function& function, ir::StmtId id, ir::Block& out) {
    if (!has_else(function.stmts[id])) {
        move_test(function, id);
        out.push_back(id);
        return;
    }
    const Range range = function.stmts[id].range;
    ir::Block orelse = std::exchange(*blocks_of(function.stmts[id]).second, {});
    std::vector<std::string> comments = std::exchange(function.stmts[id].else_comments, {});
    if (!ir::has_break(function, *blocks_of(function.stmts[id]).first)) {
        move_test(function, id);
        // Nothing ends the loop early: what stands in `else` follows it.
        ir::Stmt& first = function.stmts[orelse.front()];
        first.comments.insert(first.comments.begin(), comments.begin(), comments.end());
        out.push_back(id);
        out.insert(out.end(), orelse.begin(), orelse.end());
        return;
    }
    const ir::LocalId flag = add_temporary(function, "broke", boolean, range);
    const ir::StmtId clear = set_flag(function, flag, false, range);
    move_comments(function, id, clear);
    ir::Block body = std::exchange(*blocks_of(function.stmts[id]).first, {});
    mark_breaks(function, body, flag);
    *blocks_of(function.stmts[id]).first = std::move(body);
    move_test(function, id);
    const ir::ExprId broke = add_expr(function, boolean, range, ir::Read{flag});
    const ir::ExprId not_broke = add_expr(function, boolean, range, ir::Unary{UnaryOp::Not, broke});
    const ir::StmtId test = add_stmt(
        function, range, ir::If{.condition = not_broke, .body = std::move(orelse), .orelse = {}});
    function.stmts[test].comments = std::move(comments);
    out.insert(out.end(), {clear, id, test});
}

}  // namespace

void lower_loop_else(ir::Module& module) {
    for (ir::Function& function : module.functions) {
        rewrite_blocks(function,
                       [&](ir::StmtId id, ir::Block& out) { replace_loop(function, id, out); });
    }
}

}  // namespace pycu::passes
