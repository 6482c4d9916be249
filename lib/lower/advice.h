// What to write instead of what device code has not. The lines are those of advice.def.
#pragma once

#include <string_view>

#include "support/text.h"

namespace pycu::sema {

/// The advice for a path or a name; empty when there is none.
inline std::string_view advice(std::string_view path) {
    struct Row {
        std::string_view paths;
        std::string_view text;
    };
    static constexpr Row rows[] = {
#define PYCU_ADVICE(paths, text) {paths, text},
#include "lower/advice.def"
#undef PYCU_ADVICE
    };
    for (const Row& row : rows) {
        for (const std::string_view one : split(row.paths, ' ')) {
            if (one == path || (one.ends_with('.') && path.starts_with(one))) {
                return row.text;
            }
        }
    }
    return {};
}

}  // namespace pycu::sema
