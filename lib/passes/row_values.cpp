// What the values that a kernel begins with say of its threads.
#include "api/intrinsics.h"
#include "ir/visit.h"
#include "passes/row_parts.h"
#include "passes/uniform.h"

namespace pycu::passes {

bool is_in_grid(const ir::Expr& expr, char axis) {
    const auto* row = expr.get<ir::Intrinsic>();
    const auto at = row != nullptr ? position_of_row(*row->row) : std::nullopt;
    return at && at->axis == axis &&
           (at->kind == Position::Kind::Thread || at->kind == Position::Kind::Block);
}

bool RowValues::is_cheap(ir::ExprId id) const {
    const ir::Expr& expr = function_.exprs[id];
    const auto* row = expr.get<ir::Intrinsic>();
    return !ir::is_floor_division(expr) && (row == nullptr || row->row->is_attribute()) &&
           is_pure_value(function_, id) &&
           !ir::any_operand(expr, [&](const ir::ExprId& operand) { return !is_cheap(operand); });
}

std::optional<Position> RowValues::position(ir::ExprId id) const {
    if (const auto* cast = function_.get<ir::Cast>(id)) {
        return function_.exprs[id].type == int64 ? position(cast->value) : std::nullopt;
    }
    if (const auto* read = function_.get<ir::Read>(id)) {
        const ir::ExprId value = of(read->local);
        return value.valid() ? position(value) : std::nullopt;
    }
    if (const auto* row = function_.get<ir::Intrinsic>(id)) {
        return position_of_row(*row->row);
    }
    const auto* binary = function_.get<ir::Binary>(id);
    const auto left = binary != nullptr ? position(binary->left) : std::nullopt;
    const auto right = left ? position(binary->right) : std::nullopt;
    return right ? combined(binary->op, *left, *right) : std::nullopt;
}

bool RowValues::varies(ir::ExprId id, char axis) const {
    const ir::Expr& expr = function_.exprs[id];
    if (const auto* read = expr.get<ir::Read>()) {
        const ir::ExprId value = of(read->local);
        const bool is_param = function_.locals[read->local].kind == ir::Local::Kind::Parameter;
        return value.valid() ? varies(value, axis)
                             : !is_param || !function_.locals[read->local].is_const;
    }
    const auto* row = expr.get<ir::Intrinsic>();
    if (row != nullptr && api::differs_between_threads(*row->row)) {
        return row->row->name.back() == axis;
    }
    return ir::any_operand(expr, [&](const ir::ExprId& operand) { return varies(operand, axis); });
}

bool RowValues::asks_block(ir::ExprId id, char axis, ir::LocalId place) const {
    const ir::Expr& expr = function_.exprs[id];
    const auto* read = expr.get<ir::Read>();
    if (read != nullptr && read->local != place) {
        const ir::ExprId value = of(read->local);
        return value.valid() && asks_block(value, axis, place);
    }
    return is_in_grid(expr, axis) || ir::any_operand(expr, [&](const ir::ExprId& operand) {
               return asks_block(operand, axis, place);
           });
}

}  // namespace pycu::passes
