// The version that each variable has on the path being walked. Private to flow.cpp.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "flow/flow.h"

namespace pycu::flow {

/// One way to a place where paths meet: what it changed since they parted, by variable.
struct Path {
    bool reachable = true;
    std::vector<std::pair<std::uint32_t, VersionId>> changes;

    /// The version with which the path arrives; `before` where it changed nothing.
    VersionId version(std::uint32_t variable, VersionId before) const;
};

/// The current version of every variable, and what undoes each change to it: a branch is left by
/// undoing what it did, so that its cost is that of its changes.
class CurrentVersions {
  public:
    void resize(std::size_t variables) { current_.resize(variables); }
    VersionId operator[](std::uint32_t variable) const { return current_[variable]; }
    void set(std::uint32_t variable, VersionId version);

    /// A place to which restore() goes back.
    std::size_t mark() const { return log_.size(); }
    /// What has changed since a mark.
    Path path_since(std::size_t mark, bool reachable) const;
    void restore(std::size_t mark);
    /// Ends a path and goes back to where it parted from the others.
    Path leave(std::size_t mark, bool reachable);

  private:
    std::vector<VersionId> current_;
    std::vector<std::pair<std::uint32_t, VersionId>> log_;
};

}  // namespace pycu::flow
