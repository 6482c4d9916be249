// The order of effects. See ir_maker.h.
//
// Python evaluates from left to right. An expression of the IR is evaluated where the statement
// stands that holds it, so what has an effect is a statement of its own as soon as it is made, and
// a value that is still waiting for its statement, and would see the effect, is computed before it.
// A pass puts back what may stand in one expression (passes/temporaries.cpp).
#include <algorithm>

#include "ir/visit.h"
#include "sema/body/ir_maker.h"

namespace pycu::sema {

/// Whether evaluating the expression itself does something beside giving a value.
bool IrMaker::has_effect(ir::ExprId expr) const {
    if (const auto* call = std::get_if<ir::Call>(&fn_.exprs[expr].as)) {
        return instances_[InstanceId{call->function.index}].has_effects;
    }
    const auto* row = std::get_if<ir::Intrinsic>(&fn_.exprs[expr].as);
    return row != nullptr && row->row->effect >= api::Effect::Writes;
}

/// What a new node reads, itself and in its operands, which wait no more: it does for them.
void IrMaker::wait_for(ir::ExprId id) {
    const ir::Expr& expr = fn_.exprs[id];
    Waiting wait;
    wait.block = out_;
    if (const auto* read = std::get_if<ir::Read>(&expr.as)) {
        wait.reads_variable = fn_.locals[read->local].kind != ir::Local::Kind::Temporary;
    } else if (const auto* row = std::get_if<ir::Intrinsic>(&expr.as)) {
        wait.reads = row->row->effect != api::Effect::Pure;
    } else {
        wait.reads = std::holds_alternative<ir::Call>(expr.as) ||
                     std::holds_alternative<ir::Element>(expr.as) ||
                     std::holds_alternative<ir::Field>(expr.as) ||
                     std::holds_alternative<ir::Reduce>(expr.as);
    }
    ir::for_each_operand(expr, [&](const ir::ExprId& operand) {
        wait.reads = wait.reads || waiting_[operand.index].reads;
        wait.reads_variable = wait.reads_variable || waiting_[operand.index].reads_variable;
        waiting_[operand.index].is_open = false;
    });
    wait.is_open = wait.reads || wait.reads_variable;
    waiting_.push_back(wait);
    if (wait.is_open) {
        open_.push_back(id);
    }
}

/// A call with effects becomes a statement, and its value a variable.
ir::ExprId IrMaker::bind(ir::ExprId expr) {
    if (!has_effect(expr)) {
        return expr;
    }
    const Type type = fn_.exprs[expr].type;
    const Range range = fn_.exprs[expr].range;
    const ir::LocalId local = temporary("value", type, range);
    emit(current_stmt_, ir::Assign{.target = local, .value = expr});
    return add(type, range, ir::Read{local});
}

/// The place again, as a value that is read now; what is written to the place later goes to where
/// it is now.
Operand IrMaker::read_place(const Operand& place) {
    hold_place(place.ir);
    Operand read = place;
    read.ir = fn_.exprs.add(ir::Expr(fn_.exprs[place.ir]));
    Waiting wait = waiting_[place.ir.index];
    wait.block = out_;
    wait.is_open = true;
    waiting_.push_back(wait);
    open_.push_back(read.ir);
    return read;
}

/// A place stays one while its statement is being made: not its value waits, but its indices do.
void IrMaker::hold_place(ir::ExprId place) {
    waiting_[place.index].is_open = false;
    ir::for_each_operand(std::as_const(fn_.exprs)[place], [&](const ir::ExprId& part) {
        if (ir::is_place(fn_.exprs[part])) {
            hold_place(part);
        } else {
            wait_here(part);
        }
    });
}

/// A value waits in this block from now on: its place, or a block that became part of this one,
/// does no longer hold it.
void IrMaker::wait_here(ir::ExprId expr) {
    Waiting& wait = waiting_[expr.index];
    if (!wait.is_placed && (wait.reads || wait.reads_variable)) {
        wait.is_open = true;
        wait.block = out_;
        open_.push_back(expr);
    }
}

/// The expression is part of a statement now.
void IrMaker::place(ir::ExprId expr) {
    Waiting& wait = waiting_[expr.index];
    if (wait.is_placed) {
        return;
    }
    wait.is_placed = true;
    wait.is_open = false;
    ir::for_each_operand(std::as_const(fn_.exprs)[expr],
                         [&](const ir::ExprId& operand) { place(operand); });
}

namespace {

/// The variables of the program that a statement sets.
std::vector<std::string> set_names(const ir::Function& function, const ir::Stmt& stmt) {
    std::vector<ir::LocalId> targets;
    if (const auto* assign = std::get_if<ir::Assign>(&stmt.as)) {
        targets = {assign->target};
    } else if (const auto* unpack = std::get_if<ir::Unpack>(&stmt.as)) {
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

/// Computes what waits and would see the statement, in front of it.
void IrMaker::settle_before(const ir::Stmt& stmt) {
    bool writes =
        std::holds_alternative<ir::Store>(stmt.as) || std::holds_alternative<ir::Evaluate>(stmt.as);
    ir::for_each_expr(stmt, [&](const ir::ExprId& expr) {
        writes = writes || has_effect(expr);
        place(expr);
    });
    const std::vector<std::string> names = set_names(fn_, stmt);
    if (!writes && names.empty()) {
        return;
    }
    for (const ir::ExprId expr : std::exchange(open_, {})) {
        if (waiting_[expr.index].is_open) {
            settle(expr, writes, names);
        }
        if (waiting_[expr.index].is_open) {
            open_.push_back(expr);
        }
    }
}

/// Computes a value that waits, in the block where it was made; of a tuple its items.
void IrMaker::settle(ir::ExprId expr, bool writes, const std::vector<std::string>& names) {
    const Waiting wait = waiting_[expr.index];
    const bool sees = (writes && wait.reads) || reads_any(expr, names);
    if (wait.is_placed || !sees) {
        return;
    }
    if (const auto* tuple = std::get_if<ir::Tuple>(&fn_.exprs[expr].as)) {
        for (const ir::ExprId item : std::vector(tuple->items)) {
            waiting_[item.index].block = wait.block;
            settle(item, writes, names);
        }
        return;
    }
    const Type type = fn_.exprs[expr].type;
    const ir::LocalId local = temporary("value", type, fn_.exprs[expr].range);
    const ir::ExprId moved = fn_.exprs.add(ir::Expr(fn_.exprs[expr]));
    waiting_.push_back(wait);
    place(moved);
    fn_.exprs[expr].as = ir::Read{local};
    waiting_[expr.index] = {};
    ir::Stmt stmt;
    stmt.range = current_stmt_;
    stmt.as = ir::Assign{.target = local, .value = moved};
    wait.block->push_back(fn_.stmts.add(std::move(stmt)));
}

/// Whether an expression reads a variable of one of these names.
bool IrMaker::reads_any(ir::ExprId expr, const std::vector<std::string>& names) const {
    if (names.empty() || !waiting_[expr.index].reads_variable) {
        return false;
    }
    if (const auto* read = std::get_if<ir::Read>(&fn_.exprs[expr].as)) {
        return std::ranges::count(names, fn_.locals[read->local].name) > 0;
    }
    bool found = false;
    ir::for_each_operand(fn_.exprs[expr], [&](const ir::ExprId& operand) {
        found = found || reads_any(operand, names);
    });
    return found;
}

/// Statements that stand nowhere, of a branch that never runs: what they would do is gone.
void IrMaker::forget(const ir::Block& block) {
    const auto forget_expr = [&](const auto& self, ir::ExprId id) -> void {
        if (has_effect(id)) {
            fn_.exprs[id].as = ir::NoValue{};
        }
        ir::for_each_operand(std::as_const(fn_.exprs)[id],
                             [&](const ir::ExprId& operand) { self(self, operand); });
    };
    for (const ir::StmtId id : block) {
        ir::for_each_expr(std::as_const(fn_.stmts)[id],
                          [&](const ir::ExprId& expr) { forget_expr(forget_expr, expr); });
        ir::for_each_block(std::as_const(fn_.stmts)[id],
                           [&](const ir::Block& inner) { forget(inner); });
    }
}

}  // namespace pycu::sema
