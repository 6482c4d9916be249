// The operators that are the opposites of others.
#include "types/operators.h"

namespace pycu {

std::optional<CompareOp> opposite(CompareOp op) {
    constexpr CompareOp opposites[] = {CompareOp::NotEq, CompareOp::Eq,  CompareOp::GtE,
                                       CompareOp::Gt,    CompareOp::LtE, CompareOp::Lt};
    return op <= CompareOp::GtE ? std::optional(opposites[std::size_t(op)]) : std::nullopt;
}

}  // namespace pycu
