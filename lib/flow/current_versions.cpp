// The log of what a path changed. See current_versions.h.
#include "flow/current_versions.h"

#include <algorithm>

namespace pycu::flow {

VersionId Path::version(std::uint32_t variable, VersionId before) const {
    const auto change = std::ranges::lower_bound(changes, variable, {},
                                                 &std::pair<std::uint32_t, VersionId>::first);
    return change != changes.end() && change->first == variable ? change->second : before;
}

void CurrentVersions::set(std::uint32_t variable, VersionId version) {
    log_.emplace_back(variable, current_[variable]);
    current_[variable] = version;
}

Path CurrentVersions::path_since(std::size_t mark, bool reachable) const {
    Path path{reachable, {}};
    for (std::size_t i = mark; i < log_.size(); ++i) {
        path.changes.emplace_back(log_[i].first, current_[log_[i].first]);
    }
    std::ranges::sort(path.changes);
    path.changes.erase(std::unique(path.changes.begin(), path.changes.end()), path.changes.end());
    return path;
}

void CurrentVersions::restore(std::size_t mark) {
    while (log_.size() > mark) {
        current_[log_.back().first] = log_.back().second;
        log_.pop_back();
    }
}

Path CurrentVersions::leave(std::size_t mark, bool reachable) {
    Path path = path_since(mark, reachable);
    restore(mark);
    return path;
}

}  // namespace pycu::flow
