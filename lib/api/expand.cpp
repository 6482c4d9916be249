// Fills the holes of a row's text.
#include "api/expand.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "support/check.h"

namespace pycu::api {
namespace {

struct Operator {
    std::string_view text;
    Precedence precedence;
    Precedence operand;  ///< what its operands hold together at least, so that no compiler warns
};

constexpr Operator operators[] = {
    {" ? ", Precedence::Conditional, Precedence::LogicalOr},
    {" : ", Precedence::Conditional, Precedence::LogicalOr},
    {" || ", Precedence::LogicalOr, Precedence::Equality},
    {" && ", Precedence::LogicalAnd, Precedence::Equality},
    {" | ", Precedence::BitOr, Precedence::Unary},
    {" ^ ", Precedence::BitXor, Precedence::Unary},
    {" & ", Precedence::BitAnd, Precedence::Unary},
    {" == ", Precedence::Equality, Precedence::Additive},
    {" != ", Precedence::Equality, Precedence::Additive},
    {" < ", Precedence::Relational, Precedence::Additive},
    {" <= ", Precedence::Relational, Precedence::Additive},
    {" > ", Precedence::Relational, Precedence::Additive},
    {" >= ", Precedence::Relational, Precedence::Additive},
    {" << ", Precedence::Shift, Precedence::Unary},
    {" >> ", Precedence::Shift, Precedence::Unary},
    {" + ", Precedence::Additive, Precedence::Multiplicative},
    {" - ", Precedence::Additive, Precedence::Multiplicative},
    {" * ", Precedence::Multiplicative, Precedence::Unary},
    {" / ", Precedence::Multiplicative, Precedence::Unary},
};

// What the argument in a hole must hold together at least.
Precedence wanted(std::string_view text, std::size_t begin, std::size_t end) {
    const std::string_view before = text.substr(0, begin);
    const std::string_view after = text.substr(end);
    const bool opens = before.ends_with('(') || before.ends_with(", ");
    if (opens && (after.starts_with(')') || after.starts_with(','))) {
        return Precedence::Assignment;
    }
    Precedence strictest = Precedence::Comma;
    for (const Operator& op : operators) {
        if (before.ends_with(op.text) || after.starts_with(op.text)) {
            strictest = std::max(strictest, op.operand);
        }
    }
    return strictest == Precedence::Comma ? Precedence::Postfix : strictest;
}

std::string type_name(Type bound) {
    const TypeTable no_tuples;
    return cuda_name(bound, no_tuples);
}

}  // namespace

CppText expand(const Intrinsic& row, Type bound, std::span<const CppText> args) {
    if (row.text == "$0") {
        return args[0];
    }
    std::string out;
    const std::string_view text = row.text;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '$') {
            out += text[i];
            continue;
        }
        PYCU_CHECK(i + 1 < text.size());
        const char hole = text[++i];
        if (hole == 'f') {
            out += bound == float32 ? "f" : "";
        } else if (hole == 'T') {
            out += type_name(bound);
        } else if (hole == '*') {
            for (std::size_t n = 0; n < args.size(); ++n) {
                out += (n == 0 ? "" : ", ") + args[n].as(Precedence::Assignment);
            }
        } else {
            const std::size_t index = std::size_t(hole - '0');
            PYCU_CHECK(index < args.size());
            out += args[index].as(wanted(text, i - 1, i + 1));
        }
    }
    return {std::move(out), precedence_of(row.text)};
}

Precedence precedence_of(std::string_view text) {
    Precedence loosest = Precedence::Primary;
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '(' || c == '[') {
            ++depth;
        } else if (c == ')' || c == ']') {
            --depth;
        }
        if (depth > 0) {
            continue;
        }
        if (c == ')' || c == ']' || c == '.') {
            loosest = std::min(loosest, Precedence::Postfix);
        }
        if (i == 0 && (c == '-' || c == '!' || c == '~' || c == '&')) {
            loosest = std::min(loosest, Precedence::Unary);
        }
        for (const Operator& op : operators) {
            if (text.substr(i).starts_with(op.text)) {
                loosest = std::min(loosest, op.precedence);
            }
        }
    }
    return loosest;
}

}  // namespace pycu::api
