// What comparisons have to do with each other.
#include "types/operators.h"

namespace pycu {

std::optional<CompareOp> opposite(CompareOp op) {
    constexpr CompareOp opposites[] = {CompareOp::NotEq, CompareOp::Eq,  CompareOp::GtE,
                                       CompareOp::Gt,    CompareOp::LtE, CompareOp::Lt};
    return op <= CompareOp::GtE ? std::optional(opposites[std::size_t(op)]) : std::nullopt;
}

bool is_ordering(CompareOp op) {
    return op == CompareOp::Lt || op == CompareOp::LtE || op == CompareOp::Gt ||
           op == CompareOp::GtE;
}

}  // namespace pycu
