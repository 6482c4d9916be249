// The Python files of a project, and what may be in them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/tree.h"

namespace pycu::driver {

/// The Python files in a folder, sorted, and with `is_deep` those in the folders below it. Folders
/// are passed over that hold what is built or installed: hidden ones, `build`, `site-packages`,
/// virtual environments.
std::vector<std::filesystem::path> python_files(const std::filesystem::path& folder, bool is_deep);

/// Whether a text imports something and has one of some words.
bool may_import(std::string_view text, const std::vector<std::string>& words);

/// Whether a file names what makes kernels, or launches any: `k[grid, block](x)`. Files that do
/// neither are passed over fast, whatever they import.
bool may_have_kernels(const syntax::Tree& tree);

}  // namespace pycu::driver
