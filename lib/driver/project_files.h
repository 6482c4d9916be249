// The Python files of a project.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "source/source_file.h"

namespace pycu::driver {

/// Whether a file is one of Python or a notebook, by its name.
bool is_source_file(const std::filesystem::path& path);

/// Whether nobody looks into a folder: it is hidden, a virtual environment, or called `build`,
/// `_build`, `buck-out`, `dist`, `env`, `venv`, `node_modules`, `site-packages`, `__pycache__`,
/// `__pypackages__`.
bool is_passed_over(const std::filesystem::path& folder);

/// The Python files and notebooks in a folder, sorted, and with `is_deep` those in the folders
/// below it, but for folders that is_passed_over().
std::vector<std::filesystem::path> python_files(const std::filesystem::path& folder, bool is_deep);

/// The path from the root on, without `.`, `..` and a slash at its end; of none, the current
/// folder.
std::filesystem::path absolute_path(const std::filesystem::path& path);

/// One name for each file, whatever the path to it.
std::string identity(const std::filesystem::path& path);

/// The same of many files, of which most lie in a few folders.
class Identities {
  public:
    std::string of(const std::filesystem::path& path);

  private:
    std::map<std::string, std::string> folders_;
};

/// A program as text: a file, or a notebook with its cells. Nothing for what cannot be read, and
/// for what is no text.
struct PythonText {
    std::string text;
    std::vector<Cell> cells;
};
std::optional<PythonText> read_python(const std::filesystem::path& path);

}  // namespace pycu::driver
