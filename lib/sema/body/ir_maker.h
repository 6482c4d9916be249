// Making the IR of one function. Private to sema/body.
//
// What makes nodes of values, and statements of nodes, without knowing any Python syntax: an
// expression gets its type and what evaluating it does, a statement its place in the block that is
// being filled, and a mistake its diagnostic.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "diag/diagnostics.h"
#include "ir/module.h"
#include "sema/body/instances.h"
#include "sema/body/operand.h"

namespace pycu::sema {

class IrMaker {
  protected:
    explicit IrMaker(Instances& instances);

    // ---- expressions
    ir::ExprId add(Type type, Range range, decltype(ir::Expr::as) as);
    Operand value(Type type, Range range, decltype(ir::Expr::as) as);
    Operand as_operand(ir::ExprId expr) const;
    Operand number(Type type, ir::Number value, Range range);
    Operand literal_int(std::int64_t value, Range range);
    ir::ExprId convert(ir::ExprId expr, Type to);
    ir::ExprId convert_optional(ir::ExprId expr, Type to);
    Operand converted(const Operand& operand, Type to);

    // ---- operands that are no values
    /// Something that only the compiler has.
    Operand known(Value value);
    /// What has no type in this round.
    Operand pending() {
        has_pending_ = true;
        return {};
    }
    /// What has been reported.
    Operand error() const;

    // ---- statements
    ir::StmtId emit(Range range, decltype(ir::Stmt::as) as);
    /// What `fill` emits goes to the end of a block.
    template <class Fill>
    void emit_into(ir::Block& block, const Fill& fill) {
        ir::Block* const outer = std::exchange(out_, &block);
        fill();
        drop_waiting();
        out_ = outer;
    }
    /// Values that were made in this block and that nobody wanted, or that are behind it.
    void drop_waiting() {
        std::erase_if(open_, [&](ir::ExprId expr) { return waiting_[expr.index].block == out_; });
    }
    /// What `fill` emits, as a block of its own.
    template <class Fill>
    ir::Block block_of(const Fill& fill) {
        ir::Block block;
        emit_into(block, fill);
        return block;
    }
    ir::LocalId temporary(const std::string& name, Type type, Range range);
    ir::ExprId keep(ir::ExprId expr, const std::string& name);

    // ---- the order of effects (order.cpp)
    bool has_effect(ir::ExprId expr) const;
    ir::ExprId bind(ir::ExprId expr);
    Operand read_place(const Operand& place);
    void hold_place(ir::ExprId place);
    void wait_here(ir::ExprId expr);
    void forget(const ir::Block& block);
    bool is_simple(ir::ExprId expr) const;
    bool is_plain_sum(ir::ExprId expr) const;
    bool reads_any(ir::ExprId expr, const std::vector<std::string>& names) const;
    /// Whether a store or a call may change the value of an expression.
    bool reads_memory(ir::ExprId expr) const { return waiting_[expr.index].reads; }

    // ---- messages
    template <diag::Code code, class... Arguments>
    diag::Diagnostic& report(Range range, const Arguments&... arguments) {
        return sink_.report<code>(range, arguments...);
    }
    Operand large_tuple(Range range);
    Operand unsupported(Range range, const std::string& what);
    Operand refused(Range range, const std::string& what);
    /// What the program says there.
    std::string source_text(Range range) const;
    Range first_line(Range range) const;
    std::string type_name(Type type) const;
    std::string describe_operand(const Operand& operand) const;

    Instances& instances_;
    TypeTable& types_;
    const SourceFile& file_;

    // One round's.
    ir::Function fn_;
    /// Where emit() puts statements.
    ir::Block* out_ = nullptr;
    /// What an expression reads, by the index of its id in fn_, and whether a statement has it.
    struct Waiting {
        bool reads = false;
        bool reads_variable = false;
        bool is_placed = false;
        bool is_open = false;
        /// Where it was made, and is computed if it must be.
        ir::Block* block = nullptr;
    };
    std::vector<Waiting> waiting_;
    /// The expressions that no other one and no statement has yet, in Python's order.
    std::vector<ir::ExprId> open_;
    /// The statement of the program that is being lowered, for those that stand in front of it.
    Range current_stmt_;
    diag::Sink sink_;
    /// Something had no type in this round.
    bool has_pending_ = false;

  private:
    void wait_for(ir::ExprId id);
    void place(ir::ExprId expr);
    void settle_before(const ir::Stmt& stmt);
    void settle(ir::ExprId expr, bool writes, const std::vector<std::string>& names);
};

}  // namespace pycu::sema
