// The steps that make objects of the code of others, in the folder of a build. Private to the
// stage.
#pragma once

#include <filesystem>
#include <vector>

#include "build/build.h"
#include "build/command.h"

namespace pycu::build {

/// A step and the code that it is about.
struct LinkedStep {
    Command command;
    const Linked* linked;
};

/// Its object; of one that is an object or an archive of them itself.
std::filesystem::path linked_object(const Library& library, const Linked& one,
                                    const std::filesystem::path& folder);
/// What has to be done before the others: cubins of fat binaries.
std::vector<LinkedStep> extract_linked(const Toolchain& toolchain, const Library& library,
                                       const std::filesystem::path& folder);
/// Objects of all that is none. Texts are written to files; `include` has the runtime's headers.
std::vector<LinkedStep> compile_linked(const Toolchain& toolchain, const Library& library,
                                       const std::filesystem::path& folder,
                                       const std::filesystem::path& include);

}  // namespace pycu::build
