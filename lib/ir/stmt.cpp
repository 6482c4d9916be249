// What statements have in common. See stmt.h.
#include "ir/stmt.h"

namespace pycu::ir {

LocalId loop_target(const Stmt& stmt) {
    if (const auto* loop = stmt.get<ForRange>()) {
        return loop->target;
    }
    const auto* loop = stmt.get<ForItems>();
    return loop != nullptr ? loop->target : LocalId{};
}

}  // namespace pycu::ir
