// A fixed point that begins with all: a variable falls out with the first use that is no index.
#include "passes/index_variables.h"

#include "ir/interval.h"
#include "ir/visit.h"
#include "types/scalar.h"

namespace pycu::passes {
namespace {

class IndexVariables {
  public:
    explicit IndexVariables(const ir::Function& function)
        : function_(function), is_index_(function.locals.size()), sets_(is_index_.size()) {
        for (std::uint32_t i = 0; i < is_index_.size(); ++i) {
            const ir::Local& local = function.locals[ir::LocalId{i}];
            is_index_[i] = local.type == int64 && !local.may_be_unset &&
                           (local.kind == ir::Local::Kind::Variable ||
                            local.kind == ir::Local::Kind::Temporary);
        }
    }

    std::vector<bool> run() {
        do {
            changed_ = false;
            ir::for_each_stmt(function_, function_.body,
                              [&](ir::StmtId id) { look_at(function_.stmts[id]); });
        } while (changed_);
        for (std::uint32_t i = 0; i < is_index_.size(); ++i) {
            is_index_[i] = is_index_[i] && sets_[i];
        }
        return std::move(is_index_);
    }

  private:
    void look_at(const ir::Stmt& stmt) {
        if (const auto* assign = stmt.get<ir::Assign>()) {
            sets_[assign->target.index] = true;
            if (is_index_[assign->target.index] && !is_of_ints(assign->value)) {
                drop(assign->target);
            }
            look_at(assign->value, is_index_[assign->target.index]);
            return;
        }
        ir::for_each_target(stmt, [&](const ir::LocalId& target) { drop(target); });
        ir::for_each_expr(stmt, [&](const ir::ExprId& id) { look_at(id, false); });
    }

    void drop(ir::LocalId local) {
        changed_ = changed_ || is_index_[local.index];
        is_index_[local.index] = false;
    }

    /// `as_index`: nothing but the lowest 32 bits of it matter.
    void look_at(ir::ExprId id, bool as_index) {
        const ir::Expr& expr = function_.exprs[id];
        if (const auto* read = expr.get<ir::Read>()) {
            if (!as_index) {
                drop(read->local);
            }
        } else if (const auto* element = expr.get<ir::Element>()) {
            look_at(element->array, false);
            for (const ir::Subscript& index : element->indices) {
                // beside what only 64 bits hold, a variable of 32 bits would not do
                look_at(index.value, !element->is_flat && is_of_ints(index.value));
            }
        } else {
            const bool goes_on = as_index && keeps_low_bits(expr);
            ir::for_each_operand(expr,
                                 [&](const ir::ExprId& operand) { look_at(operand, goes_on); });
        }
    }

    bool keeps_low_bits(const ir::Expr& expr) const {
        if (const auto* cast = expr.get<ir::Cast>()) {
            return expr.type == int64 && function_.exprs[cast->value].type.is_signed();
        }
        return is_sum_or_product(expr);
    }

    static bool is_sum_or_product(const ir::Expr& expr) {
        const auto* binary = expr.get<ir::Binary>();
        return binary != nullptr && expr.type == int64 &&
               (binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub ||
                binary->op == BinaryOp::Mult);
    }

    /// Whether it is made of what ints hold, and of such variables.
    bool is_of_ints(ir::ExprId id) const {
        const ir::Expr& expr = function_.exprs[id];
        const bool is_narrow = expr.type.is_signed() && expr.type != int64;
        const ir::Interval known = ir::meet(expr.known, ir::interval_of(expr.type));
        if (is_narrow || ir::contains(ir::interval_of(int32), known)) {
            return true;
        }
        if (const auto* read = expr.get<ir::Read>()) {
            return is_index_[read->local.index];
        }
        bool are_all = keeps_low_bits(expr);
        ir::for_each_operand(
            expr, [&](const ir::ExprId& operand) { are_all = are_all && is_of_ints(operand); });
        return are_all;
    }

    const ir::Function& function_;
    std::vector<bool> is_index_;
    std::vector<bool> sets_;
    bool changed_ = false;
};

/// Sums and products of what is never negative, by way of index variables as well.
class PositiveIndices {
  public:
    PositiveIndices(ir::Function& function, const std::vector<bool>& is_index)
        : function_(function), is_positive_(is_index) {}

    void run() {
        do {
            changed_ = false;
            ir::for_each_stmt(function_, function_.body, [&](ir::StmtId id) {
                const auto* assign = function_.get<ir::Assign>(id);
                if (assign != nullptr && is_positive_[assign->target.index] &&
                    !is_positive(assign->value)) {
                    is_positive_[assign->target.index] = false;
                    changed_ = true;
                }
            });
        } while (changed_);
        for (std::uint32_t i = 0; i < function_.exprs.size(); ++i) {
            if (auto* element = function_.get<ir::Element>(ir::ExprId{i});
                element != nullptr && !element->is_flat) {
                for (ir::Subscript& index : element->indices) {
                    index.wraps = index.wraps && !is_positive(index.value);
                }
            }
        }
    }

  private:
    bool is_positive(ir::ExprId id) const {
        const ir::Expr& expr = function_.exprs[id];
        if (ir::meet(expr.known, ir::interval_of(expr.type)).low >= 0) {
            return true;
        }
        if (const auto* read = expr.get<ir::Read>()) {
            return is_positive_[read->local.index];
        }
        if (const auto* cast = expr.get<ir::Cast>()) {
            return expr.type == int64 && function_.exprs[cast->value].type.is_integer() &&
                   function_.exprs[cast->value].type != uint64 && is_positive(cast->value);
        }
        const auto* binary = expr.get<ir::Binary>();
        return binary != nullptr && expr.type == int64 &&
               (binary->op == BinaryOp::Add || binary->op == BinaryOp::Mult) &&
               is_positive(binary->left) && is_positive(binary->right);
    }

    ir::Function& function_;
    std::vector<bool> is_positive_;
    bool changed_ = false;
};

}  // namespace

void keep_positive_indices(ir::Function& function, const std::vector<bool>& is_index) {
    PositiveIndices(function, is_index).run();
}

std::vector<bool> find_index_variables(const ir::Function& function) {
    return IndexVariables(function).run();
}

}  // namespace pycu::passes
