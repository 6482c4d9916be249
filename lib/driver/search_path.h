// What a program does to sys.path, as far as its text says so.
#pragma once

#include <filesystem>
#include <vector>

#include "syntax/tree.h"

namespace pycu::driver {

/// Folders that statements of a module add to sys.path. Relative ones start where the program is
/// started, which nobody knows.
struct PathChanges {
    std::vector<std::filesystem::path> before{};  ///< the first one is looked through first
    std::vector<std::filesystem::path> behind{};
    /// Something that is not known is put before the others.
    bool is_unsure = false;
};

/// Of a module that is parsed; `file` is its absolute path. All of its statements count as run, in
/// source order.
PathChanges path_changes(const syntax::Tree& tree, const syntax::Module& module,
                         const std::filesystem::path& file);

}  // namespace pycu::driver
