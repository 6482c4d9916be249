// The order of effects. See nodes.h.
//
// Python evaluates from left to right. An expression of the IR is evaluated where the statement
// stands that holds it, so what has an effect is a statement of its own as soon as it is made, and
// a value that is still waiting for its statement, and would see the effect, is computed before it.
// A pass puts back what may stand in one expression (passes/temporaries.cpp).
#include <algorithm>

#include "api/resolve.h"
#include "ir/visit.h"
#include "lower/nodes.h"

namespace pycu::sema {

static bool has_effect(const Lowering& ctx, ir::ExprId expr) {
    return ctx.instances.has_effect(ctx.fn.exprs[expr]);
}

/// What a new node reads, itself and in its operands, which wait no more: it does for them.
void wait_for(Lowering& ctx, ir::ExprId id) {
    const ir::Expr& expr = ctx.fn.exprs[id];
    Lowering::Waiting wait;
    wait.block = ctx.out;
    if (const auto* read = expr.get<ir::Read>()) {
        wait.reads_variable = ctx.fn.locals[read->local].kind != ir::Local::Kind::Temporary;
    } else if (const auto* row = expr.get<ir::Intrinsic>()) {
        wait.reads = row->row->effect != api::Effect::Pure;
    } else {
        wait.reads = expr.is<ir::Call>() || expr.is<ir::Element>() || expr.is<ir::Field>() ||
                     expr.is<ir::Reduce>();
    }
    ir::for_each_operand(expr, [&](const ir::ExprId& operand) {
        wait.reads = wait.reads || ctx.waiting[operand.index].reads;
        wait.reads_variable = wait.reads_variable || ctx.waiting[operand.index].reads_variable;
        ctx.waiting[operand.index].is_open = false;
    });
    wait.is_open = wait.reads || wait.reads_variable;
    ctx.waiting.push_back(wait);
    if (wait.is_open) {
        ctx.open.push_back(id);
    }
}

/// A call with effects becomes a statement, and its value a variable.
ir::ExprId bind(Lowering& ctx, ir::ExprId expr) {
    return has_effect(ctx, expr) ? hold(ctx, expr, "value") : expr;
}

/// The expression is part of a statement now.
static void place(Lowering& ctx, ir::ExprId expr) {
    Lowering::Waiting& wait = ctx.waiting[expr.index];
    if (wait.is_placed) {
        return;
    }
    wait.is_placed = true;
    wait.is_open = false;
    ir::for_each_operand(std::as_const(ctx.fn.exprs)[expr],
                         [&](const ir::ExprId& operand) { place(ctx, operand); });
}

/// The place again, as a value that is read now; what is written to the place later goes to where
/// it is now.
Operand read_place(Lowering& ctx, const Operand& place) {
    hold_place(ctx, place.ir);
    Operand read = place;
    read.ir = ctx.fn.exprs.add(ir::Expr(ctx.fn.exprs[place.ir]));
    Lowering::Waiting wait = ctx.waiting[place.ir.index];
    wait.block = ctx.out;
    wait.is_open = true;
    ctx.waiting.push_back(wait);
    ctx.open.push_back(read.ir);
    return read;
}

/// A place stays one while its statement is being made: not its value waits, but its indices do.
void hold_place(Lowering& ctx, ir::ExprId place) {
    ctx.waiting[place.index].is_open = false;
    ir::for_each_operand(std::as_const(ctx.fn.exprs)[place], [&](const ir::ExprId& part) {
        if (ir::is_place(ctx.fn.exprs[part])) {
            hold_place(ctx, part);
        } else {
            wait_here(ctx, part);
        }
    });
}

/// A value waits in this block from now on: its place, or a block that became part of this one,
/// does no longer hold it.
void wait_here(Lowering& ctx, ir::ExprId expr) {
    Lowering::Waiting& wait = ctx.waiting[expr.index];
    if (!wait.is_placed && (wait.reads || wait.reads_variable)) {
        wait.is_open = true;
        wait.block = ctx.out;
        ctx.open.push_back(expr);
    }
}

namespace {

/// The variables of the program that a statement sets.
std::vector<std::string> set_names(const ir::Function& function, const ir::Stmt& stmt) {
    std::vector<ir::LocalId> targets;
    if (const auto* assign = stmt.get<ir::Assign>()) {
        targets = {assign->target};
    } else if (const auto* unpack = stmt.get<ir::Unpack>()) {
        targets = unpack->targets;
    }
    std::vector<std::string> names;
    for (const ir::LocalId target : targets) {
        if (target.valid() && function.locals[target].kind != ir::Local::Kind::Temporary) {
            names.push_back(function.locals[target].name);
        }
    }
    return names;
}

}  // namespace

/// Computes a value that waits, in the block where it was made; of a tuple its items.
static void settle(Lowering& ctx, ir::ExprId expr, bool writes,
                   const std::vector<std::string>& names) {
    const Lowering::Waiting wait = ctx.waiting[expr.index];
    const bool sees = (writes && wait.reads) || reads_any(ctx, expr, names);
    if (wait.is_placed || !sees) {
        return;
    }
    if (const auto* tuple = ctx.get<ir::Tuple>(expr)) {
        for (const ir::ExprId item : std::vector(tuple->items)) {
            ctx.waiting[item.index].block = wait.block;
            settle(ctx, item, writes, names);
        }
        return;
    }
    const Type type = ctx.fn.exprs[expr].type;
    const ir::LocalId local = temporary(ctx, "value", type, ctx.fn.exprs[expr].range);
    const ir::ExprId moved = ctx.fn.exprs.add(ir::Expr(ctx.fn.exprs[expr]));
    ctx.waiting.push_back(wait);
    place(ctx, moved);
    ctx.fn.exprs[expr].as = ir::Read{local};
    ctx.waiting[expr.index] = {};
    ir::Stmt stmt;
    stmt.range = ctx.current_stmt;
    stmt.as = ir::Assign{.target = local, .value = moved};
    wait.block->push_back(ctx.fn.stmts.add(std::move(stmt)));
}

/// Computes what waits and would see the statement, in front of it.
void settle_before(Lowering& ctx, const ir::Stmt& stmt) {
    bool writes = stmt.is<ir::Store>() || stmt.is<ir::Evaluate>();
    ir::for_each_expr(stmt, [&](const ir::ExprId& expr) {
        writes = writes || has_effect(ctx, expr);
        place(ctx, expr);
    });
    const std::vector<std::string> names = set_names(ctx.fn, stmt);
    if (!writes && names.empty()) {
        return;
    }
    for (const ir::ExprId expr : std::exchange(ctx.open, {})) {
        if (ctx.waiting[expr.index].is_open) {
            settle(ctx, expr, writes, names);
        }
        if (ctx.waiting[expr.index].is_open) {
            ctx.open.push_back(expr);
        }
    }
}

/// Whether an expression reads a variable of one of these names.
bool reads_any(const Lowering& ctx, ir::ExprId expr, const std::vector<std::string>& names) {
    if (names.empty() || !ctx.waiting[expr.index].reads_variable) {
        return false;
    }
    if (const auto* read = ctx.get<ir::Read>(expr)) {
        return std::ranges::count(names, ctx.fn.locals[read->local].name) > 0;
    }
    bool found = false;
    ir::for_each_operand(ctx.fn.exprs[expr], [&](const ir::ExprId& operand) {
        found = found || reads_any(ctx, operand, names);
    });
    return found;
}

/// Statements that stand nowhere, of a branch that never runs: what they would do is gone.
void forget(Lowering& ctx, const ir::Block& block) {
    const auto forget_expr = [&](const auto& self, ir::ExprId id) -> void {
        if (has_effect(ctx, id)) {
            ctx.fn.exprs[id].as = ir::NoValue{};
        }
        ir::for_each_operand(std::as_const(ctx.fn.exprs)[id],
                             [&](const ir::ExprId& operand) { self(self, operand); });
    };
    for (const ir::StmtId id : block) {
        ir::for_each_expr(std::as_const(ctx.fn.stmts)[id],
                          [&](const ir::ExprId& expr) { forget_expr(forget_expr, expr); });
        ir::for_each_block(std::as_const(ctx.fn.stmts)[id],
                           [&](const ir::Block& inner) { forget(ctx, inner); });
    }
}

/// Everything that was made since then stands nowhere, what mistakes have left out included.
void forget_since(Lowering& ctx, std::size_t first_expr) {
    for (std::size_t i = first_expr; i < ctx.fn.exprs.size(); ++i) {
        const ir::ExprId id{std::uint32_t(i)};
        if (has_effect(ctx, id)) {
            ctx.fn.exprs[id].as = ir::NoValue{};
        }
    }
}

}  // namespace pycu::sema
