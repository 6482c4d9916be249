// What to write instead of what device code has not. The lines are those of advice.def.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/nearest.h"
#include "support/text.h"
#include "values/value.h"

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

/// What there is in a dict with names as keys, for one that it has not.
inline std::string advice_of_keys(const HostItems& dict, std::string_view key) {
    std::vector<std::string> names;
    for (const Value& one : dict.keys) {
        names.push_back(one.get<StringValue>()->text);
    }
    const std::string near = nearest(key, names);
    return near.empty()
               ? "it has " + listed(names, [](const auto& one) { return "`\"" + one + "\"`"; })
               : "there is `\"" + near + "\"`";
}

}  // namespace pycu::sema
