// `assert` and `raise`: the thread ends there, and under --debug its launch fails. See body.h.
#include <algorithm>

#include "sema/body/body.h"

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
std::optional<std::string> Body::constant_message(ExprId expr) {
    const syntax::Expr& e = tree_.exprs[expr];
    if (const auto* constant = std::get_if<syntax::Constant>(&e.as)) {
        if (const auto* text = std::get_if<std::string>(&constant->value)) {
            return *text;
        }
        return std::string(tree_.file->text(e.range));
    }
    unsupported(e.range, "a message that is no constant");
    return std::nullopt;
}

void Body::lower_assert(const syntax::Assert& s, Range range) {
    const auto message = s.msg.valid() ? constant_message(s.msg) : std::string();
    const Operand condition = truth(s.test);
    if (!message || !condition.is_value()) {
        return;
    }
    ir::ExprId failed = add(boolean, range, ir::Unary{UnaryOp::Not, condition.ir});
    if (const auto* compare = std::get_if<ir::Compare>(&fn_.exprs[condition.ir].as)) {
        const auto op = opposite(compare->op);
        if (op && fn_.exprs[compare->left].type.is_integer()) {  // a NaN is neither
            failed = add(boolean, range, ir::Compare{*op, compare->left, compare->right});
        }
    }
    ir::Block body = block_of([&] { emit(range, ir::Raise{"AssertionError", *message}); });
    emit(range, ir::If{failed, std::move(body), {}, false});
}

void Body::lower_raise(const syntax::Raise& s, Range range) {
    if (!s.exc.valid() || s.cause.valid()) {
        unsupported(range, s.cause.valid() ? "`raise ... from`" : "`raise` without an exception");
        return;
    }
    const auto* call = std::get_if<syntax::Call>(&tree_.exprs[s.exc].as);
    const ExprId type = call != nullptr ? call->func : s.exc;
    const auto* name = std::get_if<syntax::Name>(&tree_.exprs[type].as);
    if (name == nullptr || std::ranges::find(exceptions, name->id) == std::end(exceptions)) {
        unsupported(tree_.exprs[type].range, "an exception that is none of Python's own");
        return;
    }
    std::string message;
    if (call != nullptr && (call->args.size() > 1 || !call->keywords.empty())) {
        unsupported(range, "an exception with several arguments");
        return;
    }
    if (call != nullptr && !call->args.empty()) {
        const auto text = constant_message(call->args.front());
        if (!text) {
            return;
        }
        message = *text;
    }
    emit(range, ir::Raise{name->id, message});
}

}  // namespace pycu::sema
