// What the launches of one kernel say about its types.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "declare/launches.h"

namespace pycu::sema {

struct LaunchTypes {
    /// One for each list of types that is known for certain, in the order of the launches.
    std::vector<GivenSignature> signatures;
    /// By parameter: the one type that all launches give it, where they are known.
    std::vector<std::optional<Type>> known;
    /// Why arguments are not known, and where they stand.
    std::vector<std::pair<std::string, Range>> whys;
};

/// Reports arguments by name and of a wrong number, and launches whose types are not known beside
/// others that are. `given` holds the types that the annotations say.
LaunchTypes launch_types(const std::vector<Launch>& launches, DeviceFunction& function,
                         const std::vector<std::optional<Type>>& given, diag::Sink& sink);

}  // namespace pycu::sema
