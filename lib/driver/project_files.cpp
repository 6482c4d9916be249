// Finds the Python files of a project. See project_files.h.
#include "driver/project_files.h"

#include <algorithm>
#include <cctype>

namespace pycu::driver {

namespace fs = std::filesystem;

namespace {

/// A project of more files is not looked through to its end.
constexpr std::size_t most_paths = 5000;
constexpr std::size_t most_entries = 100'000;

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

bool has_one(std::string_view text, std::string_view word) {
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !is_of_word(text[at - 1])) &&
            (end == text.size() || !is_of_word(text[end]))) {
            return true;
        }
    }
    return false;
}

bool has_word(std::string_view text, const std::vector<std::string>& words) {
    return std::ranges::any_of(words, [&](const std::string& word) { return has_one(text, word); });
}

}  // namespace

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
        } else if (at->path().extension() == ".py") {
            found.push_back(at->path().lexically_normal());
        }
    }
    std::ranges::sort(found);
    return found;
}

bool may_import(std::string_view text, const std::vector<std::string>& words) {
    return text.find("import") != text.npos && has_word(text, words);
}

bool may_have_kernels(const syntax::Tree& tree) {
    const auto is_launch = [&](const syntax::Expr& expr) {
        const auto* call = std::get_if<syntax::Call>(&expr.as);
        const auto* callee =
            call != nullptr ? std::get_if<syntax::Subscript>(&tree.exprs[call->func].as) : nullptr;
        return callee != nullptr &&
               std::holds_alternative<syntax::Tuple>(tree.exprs[callee->slice].as);
    };
    return has_word(tree.main.file->text(), {"cuda", "jit", "njit", "numba", "vectorize"}) ||
           std::ranges::any_of(tree.exprs, is_launch);
}

}  // namespace pycu::driver
