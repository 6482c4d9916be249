// What statements have in common. See stmt.h.
#include "ir/stmt.h"

namespace pycu::ir {

LocalId loop_target(const Stmt& stmt) {
    if (const auto* loop = std::get_if<ForRange>(&stmt.as)) {
        return loop->target;
    }
    const auto* loop = std::get_if<ForItems>(&stmt.as);
    return loop != nullptr ? loop->target : LocalId{};
}

}  // namespace pycu::ir
