// What to write instead of what device code has not. The lines are those of advice.def.
#pragma once

#include <string_view>

namespace pycu::sema {

/// The advice for a path or a name; empty when there is none.
inline std::string_view advice(std::string_view path) {
    struct Row {
        std::string_view path;
        std::string_view text;
    };
    static constexpr Row rows[] = {
#define PYCU_ADVICE(path, text) {path, text},
#include "lower/advice.def"
#undef PYCU_ADVICE
    };
    for (const Row& row : rows) {
        if (row.path == path || (row.path.ends_with('.') && path.starts_with(row.path))) {
            return row.text;
        }
    }
    return {};
}

}  // namespace pycu::sema
