// The order of effects. See ir_maker.h.
#include <algorithm>

#include "ir/visit.h"
#include "sema/body/ir_maker.h"

namespace pycu::sema {

/// Does what a value does beside being one, where only its type is asked for: `len(f())` of a
/// tuple.
void IrMaker::evaluate(const Operand& operand) {
    if (operand.is_value() && effects_[operand.ir.index].writes) {
        emit(current_stmt_, ir::Evaluate{operand.ir});
    }
}

namespace {

/// The variables that a statement, or those in it, assign.
void add_assigned(const ir::Function& function, ir::StmtId id, std::vector<std::string>& names) {
    const ir::Stmt& stmt = function.stmts[id];
    std::vector<ir::LocalId> targets;
    if (const auto* assign = std::get_if<ir::Assign>(&stmt.as)) {
        targets = {assign->target};
    } else if (const auto* unpack = std::get_if<ir::Unpack>(&stmt.as)) {
        targets = unpack->targets;
    }
    for (const ir::LocalId target : targets) {
        if (target.valid() && function.locals[target].kind != ir::Local::Kind::Temporary) {
            names.push_back(function.locals[target].name);
        }
    }
    ir::for_each_block(stmt, [&](const ir::Block& block) {
        std::ranges::for_each(block,
                              [&](ir::StmtId inner) { add_assigned(function, inner, names); });
    });
}

}  // namespace

/// Whether an expression reads a variable of one of these names.
bool IrMaker::reads_any(ir::ExprId expr, const std::vector<std::string>& names) const {
    if (names.empty()) {
        return false;
    }
    if (const auto* read = std::get_if<ir::Read>(&fn_.exprs[expr].as)) {
        const ir::Local& local = fn_.locals[read->local];
        return local.kind != ir::Local::Kind::Temporary &&
               std::ranges::count(names, local.name) > 0;
    }
    bool found = false;
    ir::for_each_operand(fn_.exprs[expr], [&](const ir::ExprId& operand) {
        found = found || reads_any(operand, names);
    });
    return found;
}

/// Whether an operand reads a variable that statements from `first` on assign: `x + (x := 2)`.
bool IrMaker::reads_assigned(const Operand& operand, std::size_t first) const {
    std::vector<std::string> names;
    for (std::size_t i = first; i < out_->size(); ++i) {
        add_assigned(fn_, (*out_)[i], names);
    }
    return reads_any(operand.ir, names);
}

/// Keeps Python's order from left to right among operands of one expression.
///
/// C++ may evaluate operands in any order. That is fine unless one of them has an effect and
/// another has one or reads memory; then all that matter but the last get temporaries.
/// `starts[i]` is the size of the current block before operand i was lowered.
void IrMaker::keep_order(std::vector<Operand*> operands, const std::vector<std::size_t>& starts) {
    const auto matters = [&](std::size_t i) {
        return operands[i]->is_value() &&
               (reads_assigned(*operands[i], i + 1 < starts.size() ? starts[i + 1] : SIZE_MAX) ||
                effects_[operands[i]->ir.index].reads || effects_[operands[i]->ir.index].writes);
    };
    const auto writes = [&](std::size_t i) {
        return (operands[i]->is_value() && effects_[operands[i]->ir.index].writes) ||
               (i + 1 < starts.size() ? starts[i + 1] : out_->size()) > starts[i];
    };
    std::size_t last = operands.size();
    bool has_write = false;
    std::size_t count = 0;
    for (std::size_t i = 0; i < operands.size(); ++i) {
        if (matters(i) || writes(i)) {
            last = i;
            ++count;
            has_write = has_write || writes(i);
        }
    }
    if (!has_write || count < 2) {
        return;
    }
    std::size_t inserted = 0;
    for (std::size_t i = 0; i < last; ++i) {
        if (!matters(i)) {
            continue;
        }
        const ir::ExprId old = operands[i]->ir;
        const Type type = fn_.exprs[old].type;
        const Range range = fn_.exprs[old].range;
        const ir::LocalId local = temporary("value", type, range);
        ir::Stmt stmt;
        stmt.range = current_stmt_;
        stmt.as = ir::Assign{.target = local, .value = old};
        const std::size_t end = i + 1 < starts.size() ? starts[i + 1] : out_->size() - inserted;
        out_->insert(out_->begin() + std::ptrdiff_t(end + inserted),
                     fn_.stmts.add(std::move(stmt)));
        ++inserted;
        operands[i]->ir = add(type, range, ir::Read{local});
    }
}

}  // namespace pycu::sema
