// Values of nodes.
#include "syntax/nodes.h"

#include <charconv>

namespace pycu::syntax {

std::optional<std::uint64_t> Integer::value() const {
    const bool has_prefix = text.size() > 2 && text[0] == '0' && text[1] > '9';
    const int base = !has_prefix ? 10 : text[1] == 'x' ? 16 : text[1] == 'o' ? 8 : 2;
    std::uint64_t value = 0;
    const char* begin = text.data() + (has_prefix ? 2 : 0);
    const auto read = std::from_chars(begin, text.data() + text.size(), value, base);
    return read.ec == std::errc{} ? std::optional(value) : std::nullopt;
}

const char* noun(const Expr& expr) {
    static constexpr const char* nouns[] = {
#define PYCU_EXPR(kind, what, fields) what,
#include "syntax/nodes.def"
    };
    const auto* name = std::get_if<Name>(&expr.as);
    if (name && name->id == "__debug__") return "`__debug__`";
    if (const auto* constant = std::get_if<Constant>(&expr.as)) {
        if (const bool* truth = std::get_if<bool>(&constant->value)) {
            return *truth ? "`True`" : "`False`";
        }
        if (std::holds_alternative<None>(constant->value)) return "`None`";
        if (std::holds_alternative<Ellipsis>(constant->value)) return "`...`";
    }
    return nouns[expr.as.index()];
}

const std::vector<ExprId>* elements(const Expr& expr) {
    if (const auto* tuple = std::get_if<Tuple>(&expr.as)) return &tuple->elts;
    if (const auto* list = std::get_if<List>(&expr.as)) return &list->elts;
    return nullptr;
}

const Identifier* bound_name(const Pattern& pattern) {
    return std::visit(
        [](const auto& node) -> const Identifier* {
            if constexpr (requires { node.name; }) {
                return node.name ? &*node.name : nullptr;
            } else if constexpr (requires { node.rest; }) {
                return node.rest ? &*node.rest : nullptr;
            } else {
                return nullptr;
            }
        },
        pattern.as);
}

}  // namespace pycu::syntax
