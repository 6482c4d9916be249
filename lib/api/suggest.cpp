// What an unknown name may mean.
#include <algorithm>
#include <set>

#include "api/functions.h"
#include "api/intrinsics.h"
#include "api/resolve.h"
#include "support/nearest.h"

namespace pycu::api {

std::vector<std::string> similar_names(std::string_view name) {
    std::set<std::pair<std::size_t, std::string_view>> ranked;
    for (const std::string_view path : all_paths()) {
        const std::size_t changes = edit_distance(name, path);
        if (changes <= 1 + name.size() / 8 && !overloads(path).empty()) {
            ranked.insert({changes, path});
        }
    }
    std::vector<std::string> names;
    for (const auto& [changes, similar] : ranked) {
        if (names.size() == 3) {
            break;
        }
        names.emplace_back(similar);
    }
    return names;
}

}  // namespace pycu::api
