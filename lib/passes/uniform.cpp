// A fixed point that begins with everything uniform: a variable varies once it is set to what
// varies, or by some of the threads only; threads part where they decide by what varies.
#include "passes/uniform.h"

#include "api/intrinsics.h"
#include "ir/visit.h"

namespace pycu::passes {
namespace {

/// Whether the node itself computes its value, whatever its operands do.
bool computes(const ir::Expr& expr) {
    if (const auto* row = expr.get<ir::Intrinsic>()) {
        return row->row->effect == api::Effect::Pure;
    }
    return !ir::is_place(expr) && !expr.is<ir::Reduce>() && !expr.is<ir::Call>() &&
           !expr.is<ir::Unwrap>();
}

}  // namespace

bool is_pure_value(const ir::Function& function, ir::ExprId id) {
    const ir::Expr& expr = function.exprs[id];
    return computes(expr) && !ir::any_operand(expr, [&](const ir::ExprId& operand) {
               return !is_pure_value(function, operand);
           });
}

Uniformity::Uniformity(const ir::Function& function)
    : function_(function), varies_(function.locals.size()), is_apart_(function.stmts.size()) {
    do {
        changed_ = false;
        block(function.body, false);
    } while (changed_);
}

bool Uniformity::is_uniform(ir::ExprId id) const {
    const ir::Expr& expr = function_.exprs[id];
    if (const auto* read = expr.get<ir::Read>()) {
        return is_uniform(read->local);
    }
    const auto* row = expr.get<ir::Intrinsic>();
    if (!computes(expr) || (row != nullptr && api::differs_between_threads(*row->row))) {
        return false;
    }
    return !ir::any_operand(expr, [&](const ir::ExprId& operand) { return !is_uniform(operand); });
}

bool Uniformity::has_uniform_head(const ir::Stmt& stmt) const {
    bool is_alike = true;
    ir::for_each_expr(stmt, [&](const ir::ExprId& id) { is_alike = is_alike && is_uniform(id); });
    return is_alike;
}

void Uniformity::mark(std::vector<bool>& facts, std::uint32_t index) {
    changed_ = changed_ || !facts[index];
    facts[index] = true;
}

void Uniformity::block(const ir::Block& block, bool is_apart) {
    for (const ir::StmtId id : block) {
        const ir::Stmt& stmt = function_.stmts[id];
        if (is_apart) {
            mark(is_apart_, id.index);
        }
        bool parts = is_apart;
        if (stmt.is<ir::If>() || ir::is_loop(stmt)) {
            parts = parts || !has_uniform_head(stmt);
            ir::for_each_block(stmt, [&](const ir::Block& inner) {
                parts = parts || (ir::is_loop(stmt) && is_left_apart(inner));
            });
        }
        set_targets(stmt, parts);
        ir::for_each_block(stmt, [&](const ir::Block& inner) { this->block(inner, parts); });
    }
}

void Uniformity::set_targets(const ir::Stmt& stmt, bool is_apart) {
    if (const auto* array = stmt.get<ir::DeclareArray>()) {
        if (array->space == ir::DeclareArray::Space::Local || is_apart) {
            mark(varies_, array->array.index);
        }
        return;
    }
    if (is_apart || !has_uniform_head(stmt)) {
        ir::for_each_target(stmt, [&](const ir::LocalId& target) { mark(varies_, target.index); });
    }
}

/// Whether some threads leave a loop's body, or the rest of a round, before the others.
bool Uniformity::is_left_apart(const ir::Block& body) const {
    for (const ir::StmtId id : body) {
        const ir::Stmt& stmt = function_.stmts[id];
        if (ir::is_jump(stmt) && is_apart_[id.index]) {
            return true;
        }
        bool found = false;
        if (!ir::is_loop(stmt)) {
            ir::for_each_block(
                stmt, [&](const ir::Block& inner) { found = found || is_left_apart(inner); });
        }
        if (found) {
            return true;
        }
    }
    return false;
}

}  // namespace pycu::passes
