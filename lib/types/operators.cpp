// The operators that are the opposites of others.
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

}  // namespace pycu
