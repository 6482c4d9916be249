// Finds the Python files of a project. See project_files.h.
#include "driver/project_files.h"

#include <algorithm>
#include <cctype>

namespace pycu::driver {

namespace fs = std::filesystem;

namespace {

/// A project of more files is not looked through to its end.
constexpr std::size_t most_paths = 5000;

bool is_passed_over(const fs::path& folder) {
    constexpr std::string_view names[] = {"build",       "dist",          "env", "node_modules",
                                          "__pycache__", "site-packages", "venv"};
    const std::string name = folder.filename().string();
    std::error_code error;
    return name.starts_with('.') || std::ranges::find(names, name) != std::end(names) ||
           fs::exists(folder / "pyvenv.cfg", error);
}

bool is_of_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c < 0;
}

bool has_word(std::string_view text, std::string_view word) {
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !is_of_word(text[at - 1])) &&
            (end == text.size() || !is_of_word(text[end]))) {
            return true;
        }
    }
    return false;
}

}  // namespace

std::vector<fs::path> python_files(const fs::path& folder, bool is_deep) {
    std::vector<fs::path> found;
    std::error_code error;
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied,
                                        error);
    for (; !error && at != fs::recursive_directory_iterator() && found.size() < most_paths;
         at.increment(error)) {
        std::error_code ignored;
        if (at->is_directory(ignored)) {
            if (!is_deep || is_passed_over(at->path())) {
                at.disable_recursion_pending();
            }
        } else if (at->path().extension() == ".py") {
            found.push_back(at->path().lexically_normal());
        }
    }
    std::ranges::sort(found);
    return found;
}

bool may_import(std::string_view text, const std::vector<std::string>& words) {
    return text.find("import") != text.npos &&
           std::ranges::any_of(words,
                               [&](const std::string& word) { return has_word(text, word); });
}

}  // namespace pycu::driver
