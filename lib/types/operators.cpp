// Operators as Python writes them.
#include "types/operators.h"

namespace pycu {

std::optional<CompareOp> opposite(CompareOp op) {
    switch (op) {
        case CompareOp::Eq:
            return CompareOp::NotEq;
        case CompareOp::NotEq:
            return CompareOp::Eq;
        case CompareOp::Lt:
            return CompareOp::GtE;
        case CompareOp::LtE:
            return CompareOp::Gt;
        case CompareOp::Gt:
            return CompareOp::LtE;
        case CompareOp::GtE:
            return CompareOp::Lt;
        default:
            return std::nullopt;
    }
}

std::string_view python_text(BinaryOp op) {
    constexpr std::string_view texts[] = {"+",  "-",  "*", "/", "//", "%", "**",
                                          "<<", ">>", "&", "|", "^",  "@"};
    return texts[std::size_t(op)];
}

std::string_view python_text(CompareOp op) {
    constexpr std::string_view texts[] = {"==", "!=", "<",      "<=", ">",
                                          ">=", "is", "is not", "in", "not in"};
    return texts[std::size_t(op)];
}

std::string_view python_text(UnaryOp op) {
    constexpr std::string_view texts[] = {"~", "not", "+", "-"};
    return texts[std::size_t(op)];
}

}  // namespace pycu
