// Finds the Python files of a project. See project_files.h.
#include "driver/project_files.h"

#include <algorithm>
#include <utility>

#include "driver/notebook.h"
#include "support/files.h"
#include "support/text.h"

namespace pycu::driver {

namespace fs = std::filesystem;

namespace {

/// A project of more files is not looked through to its end.
constexpr std::size_t most_paths = 5000;
constexpr std::size_t most_entries = 100'000;

}  // namespace

bool is_source_file(const fs::path& path) {
    return path.extension() == ".py" || path.extension() == ".ipynb";
}

bool is_passed_over(const fs::path& folder) {
    constexpr std::string_view names[] = {
        "__pycache__", "__pypackages__", "_build",        "buck-out", "build", "dist",
        "env",         "node_modules",   "site-packages", "venv"};
    const std::string name = folder.filename().string();
    std::error_code error;
    return name.starts_with('.') || std::ranges::find(names, name) != std::end(names) ||
           fs::exists(folder / "pyvenv.cfg", error);
}

std::vector<fs::path> python_files(const fs::path& folder, bool is_deep) {
    std::vector<fs::path> found;
    std::error_code error;
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied,
                                        error);
    std::size_t entries = 0;
    for (; !error && at != fs::recursive_directory_iterator() && found.size() < most_paths &&
           ++entries < most_entries;
         at.increment(error)) {
        std::error_code ignored;
        if (at->is_directory(ignored)) {
            if (!is_deep || is_passed_over(at->path())) {
                at.disable_recursion_pending();
            }
        } else if (is_source_file(at->path()) && at->is_regular_file(ignored)) {
            found.push_back(at->path().lexically_normal());
        }
    }
    std::ranges::sort(found);
    return found;
}

fs::path absolute_path(const fs::path& path) {
    std::error_code error;
    const fs::path whole = fs::absolute(path.empty() ? "." : path, error).lexically_normal();
    return whole.has_filename() || !whole.has_relative_path() ? whole : whole.parent_path();
}

std::string identity(const fs::path& path) {
    std::error_code error;
    const fs::path whole = fs::weakly_canonical(path, error);
    return (error ? path : whole).string();
}

std::string Identities::of(const fs::path& path) {
    std::error_code error;
    if (!path.has_parent_path() || fs::is_symlink(path, error)) {
        return identity(path);
    }
    const fs::path parent = path.parent_path();
    const auto [known, is_new] = folders_.try_emplace(parent.string());
    if (is_new) {
        known->second = identity(parent);
    }
    return (fs::path(known->second) / path.filename()).string();
}

std::optional<PythonText> read_python(const fs::path& path) {
    ReadResult read = read_file(path);
    if (!read.ok() || read.text.find('\0') != std::string::npos || find_invalid_utf8(read.text)) {
        return std::nullopt;
    }
    if (path.extension() != ".ipynb") {
        return PythonText{std::move(read.text), {}};
    }
    Notebook notebook;
    std::string error;
    if (!read_notebook(read.text, notebook, error) ||
        notebook.text.find('\0') != std::string::npos) {
        return std::nullopt;
    }
    return PythonText{std::move(notebook.text), std::move(notebook.cells)};
}

}  // namespace pycu::driver
