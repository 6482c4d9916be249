// Fills the holes of a row's text.
#include "intrinsics/expand.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "support/check.h"

namespace pycu::intrinsics {
namespace {

bool stands_alone(std::string_view text, std::size_t begin, std::size_t end) {
    const char before = begin == 0 ? ' ' : text[begin - 1];
    const char before_blank = begin >= 2 && before == ' ' ? text[begin - 2] : before;
    const char after = end == text.size() ? ' ' : text[end];
    return (before == '(' || before_blank == ',') && (after == ')' || after == ',');
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
            const bool alone = stands_alone(text, i - 1, i + 1);
            out += args[index].as(alone ? Precedence::Assignment : Precedence::Postfix);
        }
    }
    return {std::move(out), precedence_of(row.text)};
}

Precedence precedence_of(std::string_view text) {
    struct Operator {
        std::string_view text;
        Precedence precedence;
    };
    constexpr Operator operators[] = {
        {" ? ", Precedence::Conditional},    {" || ", Precedence::LogicalOr},
        {" && ", Precedence::LogicalAnd},    {" | ", Precedence::BitOr},
        {" ^ ", Precedence::BitXor},         {" & ", Precedence::BitAnd},
        {" == ", Precedence::Equality},      {" != ", Precedence::Equality},
        {" < ", Precedence::Relational},     {" <= ", Precedence::Relational},
        {" > ", Precedence::Relational},     {" >= ", Precedence::Relational},
        {" << ", Precedence::Shift},         {" >> ", Precedence::Shift},
        {" + ", Precedence::Additive},       {" - ", Precedence::Additive},
        {" * ", Precedence::Multiplicative}, {" / ", Precedence::Multiplicative},
    };
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

}  // namespace pycu::intrinsics
