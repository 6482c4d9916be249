// Making the IR of one function: nodes, conversions, temporaries and statements.
//
// Nothing here knows any Python syntax: an expression gets its type and what evaluating it does, a
// statement its place in the block that is being filled, and a mistake its diagnostic.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lower/lowering.h"
#include "support/function_ref.h"

namespace pycu::sema {

ir::StmtId emit(Lowering& ctx, Range range, decltype(ir::Stmt::as) as);

/// What has no type in this round.
inline Operand pending(Lowering& ctx) {
    ctx.has_pending = true;
    return {};
}

/// Values that were made in this block and that nobody wanted, or that are behind it.
inline void drop_waiting(Lowering& ctx) {
    std::erase_if(ctx.open,
                  [&](ir::ExprId expr) { return ctx.waiting[expr.index].block == ctx.out; });
}

/// Whether a store or a call may change the value of an expression.
inline bool reads_memory(const Lowering& ctx, ir::ExprId expr) {
    return ctx.waiting[expr.index].reads;
}

/// What has been reported.
Operand error();

/// What has been reported: an operand in error, or nothing of any other kind.
class Failure {
  public:
    Failure(const Operand& poison, diag::Diagnostic* said) : poison_(poison), said_(said) {}

    Failure& label(Range where, const std::string& text) {
        return add(&diag::Diagnostic::label, where, text);
    }
    Failure& note(const std::string& text) { return add(&diag::Diagnostic::note, text); }
    Failure& help(const std::string& text) { return add(&diag::Diagnostic::help, text); }
    Failure& edit(Range where, const std::string& text, bool is_safe) {
        return add(&diag::Diagnostic::edit, where, text, is_safe);
    }
    /// The name that may have been meant by the one that is written, where there is one.
    Failure& there_is(const std::string& name, Range where, std::string_view written) {
        return add(&diag::Diagnostic::there_is, name, where, written);
    }

    operator Operand() const { return poison_; }
    template <class T>
    requires(!std::is_same_v<T, Operand>) operator std::optional<T>() const { return std::nullopt; }

    template <class T>
    requires requires(const Operand& poison) { T::poisoned(poison); }
    operator T() const { return T::poisoned(poison_); }

  private:
    template <class Part, class... Arguments>
    Failure& add(Part part, const Arguments&... arguments) {
        if (said_ != nullptr) {
            (said_->*part)(arguments...);
        }
        return *this;
    }

    Operand poison_;
    diag::Diagnostic* said_;
};

/// What the program says there.
std::string source_text(const Lowering& ctx, Range range);
inline std::string text(const Lowering& ctx, ExprId expr) {
    return source_text(ctx, ctx.range(expr));
}

/// What a message says of a part: the type of an operand, the text of an expression.
std::string said(const Lowering& ctx, const Operand& operand);
std::string said(const Lowering& ctx, Type type);
inline std::string said(const Lowering& ctx, ExprId expr) {
    return text(ctx, expr);
}
template <class Other>
const Other& said(const Lowering&, const Other& other) {
    return other;
}

/// The part of a message that is no value, or not yet: what it stands in has been reported.
inline const Operand* poison_of(const Operand& operand) {
    return operand.is_value() || operand.is_known() ? nullptr : &operand;
}
template <class Other>
const Operand* poison_of(const Other&) {
    return nullptr;
}
/// One of several that is no value: one in error before one that is to come.
const Operand* poison_of(std::initializer_list<const Operand*> operands);
const Operand* poison_of(const std::vector<Operand>& operands);

/// Reports a mistake, unless one of the operands that it is about is in error itself.
template <Code code, class... Parts>
Failure fail(Lowering& ctx, Range range, const Parts&... parts) {
    const Operand* poison = nullptr;
    ((poison = poison != nullptr ? poison : poison_of(parts)), ...);
    if (poison != nullptr) {
        return {*poison, nullptr};
    }
    return {error(), &ctx.sink.report<code>(range, said(ctx, parts)...)};
}

/// What `fill` emits goes to the end of a block.
template <class Fill>
void emit_into(Lowering& ctx, ir::Block& block, const Fill& fill) {
    ir::Block* const outer = std::exchange(ctx.out, &block);
    fill();
    drop_waiting(ctx);
    ctx.out = outer;
}

/// What `fill` emits, as a block of its own.
template <class Fill>
ir::Block block_of(Lowering& ctx, const Fill& fill) {
    ir::Block block;
    emit_into(ctx, block, fill);
    return block;
}

/// `if`, with what `fill` emits.
template <class Fill>
void emit_if(Lowering& ctx, Range range, ir::ExprId condition, const Fill& fill) {
    ir::Block body = block_of(ctx, fill);
    emit(ctx, range, ir::If{condition, std::move(body), {}, false});
}

// ---- ir.cpp
ir::ExprId add(Lowering& ctx, Type type, Range range, decltype(ir::Expr::as) as);
Operand value(Lowering& ctx, Type type, Range range, decltype(ir::Expr::as) as);
Operand as_operand(const Lowering& ctx, ir::ExprId expr);
Operand large_tuple(Lowering& ctx, Range range);
Operand number(Lowering& ctx, Type type, ir::Number value, Range range);
Operand literal_int(Lowering& ctx, std::int64_t value, Range range);
/// Something that only the compiler has.
Operand known(Value value);
ir::ExprId convert(Lowering& ctx, ir::ExprId expr, Type to);
/// The same in a function whose expressions `add` adds.
using AddExpr = pycu::FunctionRef<ir::ExprId(Type type, Range range, decltype(ir::Expr::as) as)>;
ir::ExprId convert(const ir::Function& fn, const TypeTable& types, ir::ExprId expr, Type to,
                   const AddExpr& add);
Operand converted(Lowering& ctx, const Operand& operand, Type to);
bool is_simple(const Lowering& ctx, ir::ExprId expr);
bool is_plain_sum(const Lowering& ctx, ir::ExprId expr);
ir::LocalId temporary(Lowering& ctx, const std::string& name, Type type, Range range,
                      ir::Local::Kind kind = ir::Local::Kind::Temporary);
/// The value in a temporary that is set here.
ir::ExprId hold(Lowering& ctx, ir::ExprId expr, const std::string& name);
/// The same, or the expression itself where it may be written twice.
ir::ExprId keep(Lowering& ctx, ir::ExprId expr, const std::string& name);
/// A statement that sets a temporary.
void set(Lowering& ctx, ir::LocalId target, ir::ExprId value);
/// The integer that an operand is known to be.
std::optional<std::int64_t> known_integer(const Value* value);
inline std::optional<std::int64_t> known_integer(const Operand& operand) {
    return known_integer(operand.known ? &*operand.known : nullptr);
}
/// The value of a literal that is a signed integer.
std::optional<std::int64_t> literal_number(const ir::Function& fn, ir::ExprId expr);
Range first_line(const Lowering& ctx, Range range);
std::string type_name(const Lowering& ctx, Type type);
std::string type_names(const Lowering& ctx, const std::vector<Type>& types);
std::string describe_operand(const Lowering& ctx, const Operand& operand);
Failure unsupported(Lowering& ctx, Range range, const std::string& what);
Failure refused(Lowering& ctx, Range range, const std::string& what);

// ---- order.cpp
void wait_for(Lowering& ctx, ir::ExprId id);
ir::ExprId bind(Lowering& ctx, ir::ExprId expr);
Operand read_place(Lowering& ctx, const Operand& place);
void hold_place(Lowering& ctx, ir::ExprId place);
void wait_here(Lowering& ctx, ir::ExprId expr);
void settle_before(Lowering& ctx, const ir::Stmt& stmt);
bool reads_any(const Lowering& ctx, ir::ExprId expr, const std::vector<std::string>& names);
void forget(Lowering& ctx, const ir::Block& block);
/// Everything that was made since then stands nowhere, what mistakes have left out included.
void forget_since(Lowering& ctx, std::size_t first_expr);
/// Runs what lowers something whose statements go nowhere.
template <class Lower>
void without_effects(Lowering& ctx, const Lower& lower) {
    const std::size_t first = ctx.fn.exprs.size();
    lower();
    forget_since(ctx, first);
}

}  // namespace pycu::sema
