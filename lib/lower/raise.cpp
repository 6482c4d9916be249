// `assert` and `raise`: the thread ends there, and under --debug its launch fails. See lowering.h.
#include <algorithm>

#include "lower/exprs.h"
#include "lower/nodes.h"
#include "lower/stmts.h"

namespace pycu::sema {

namespace {

/// The exceptions of Python that device code can raise.
constexpr std::string_view exceptions[] = {
    "ArithmeticError", "AssertionError",     "AttributeError",      "BufferError", "EOFError",
    "Exception",       "FloatingPointError", "IndexError",          "KeyError",    "LookupError",
    "MemoryError",     "NameError",          "NotImplementedError", "OSError",     "OverflowError",
    "RuntimeError",    "StopIteration",      "SystemError",         "TypeError",   "UnicodeError",
    "ValueError",      "ZeroDivisionError",
};

}  // namespace

/// The text of an exception's argument, which must be known while compiling.
static std::optional<std::string> constant_message(Lowering& ctx, ExprId expr) {
    const syntax::Expr& e = ctx.tree.exprs[expr];
    if (const auto* constant = e.get<syntax::Constant>()) {
        if (const auto* text = std::get_if<std::string>(&constant->value)) {
            return *text;
        }
        return std::string(ctx.tree.file->text(e.range));
    }
    return unsupported(ctx, e.range, "a message that is no constant");
}

void lower_assert(Lowering& ctx, const syntax::Assert& s, Range range) {
    const auto message = s.msg.valid() ? constant_message(ctx, s.msg) : std::string();
    const Operand condition = truth(ctx, s.test);
    if (!message || !condition.is_value()) {
        return;
    }
    ir::ExprId failed = add(ctx, boolean, range, ir::Unary{UnaryOp::Not, condition.ir});
    if (const auto* compare = ctx.get<ir::Compare>(condition.ir)) {
        const auto op = opposite(compare->op);
        if (op && ctx.fn.exprs[compare->left].type.is_integer()) {  // a NaN is neither
            failed = add(ctx, boolean, range, ir::Compare{*op, compare->left, compare->right});
        }
    }
    ir::Block body = block_of(ctx, [&] {
        emit(ctx, range, ir::Raise{"AssertionError", *message});
    });
    emit(ctx, range, ir::If{failed, std::move(body), {}, false});
}

void lower_raise(Lowering& ctx, const syntax::Raise& s, Range range) {
    if (!s.exc.valid() || s.cause.valid()) {
        unsupported(ctx, range,
                    s.cause.valid() ? "`raise ... from`" : "`raise` without an exception");
        return;
    }
    const auto* call = ctx.get<syntax::Call>(s.exc);
    const ExprId type = call != nullptr ? call->func : s.exc;
    const auto* name = ctx.get<syntax::Name>(type);
    if (name == nullptr || std::ranges::find(exceptions, name->id) == std::end(exceptions)) {
        unsupported(ctx, ctx.range(type), "an exception that is none of Python's own");
        return;
    }
    std::string message;
    if (call != nullptr && (call->args.size() > 1 || !call->keywords.empty())) {
        unsupported(ctx, range, "an exception with several arguments");
        return;
    }
    if (call != nullptr && !call->args.empty()) {
        const auto text = constant_message(ctx, call->args.front());
        if (!text) {
            return;
        }
        message = *text;
    }
    emit(ctx, range, ir::Raise{name->id, message});
}

}  // namespace pycu::sema
