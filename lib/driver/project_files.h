// The Python files of a project.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "source/source_file.h"

namespace pycu::driver {

/// The Python files and notebooks in a folder, sorted, and with `is_deep` those in the folders
/// below it. Folders are passed over that hold what is built or installed: hidden ones, `build`,
/// `site-packages`, virtual environments.
std::vector<std::filesystem::path> python_files(const std::filesystem::path& folder, bool is_deep);

/// One name for each file, whatever the path to it.
std::string identity(const std::filesystem::path& path);

/// A program as text: a file, or a notebook with its cells. Nothing for what cannot be read, and
/// for what is no text.
struct PythonText {
    std::string text;
    std::vector<Cell> cells;
};
std::optional<PythonText> read_python(const std::filesystem::path& path);

}  // namespace pycu::driver
