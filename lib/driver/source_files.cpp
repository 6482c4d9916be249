// Looks through folders for sources. See source_files.h.
#include "driver/source_files.h"

#include <algorithm>
#include <filesystem>
#include <istream>
#include <iterator>
#include <set>

#include "driver/ignore_rules.h"
#include "driver/project_files.h"
#include "support/files.h"

namespace pycu::driver {

namespace fs = std::filesystem;

namespace {

/// One walk through a folder.
class Walk {
  public:
    explicit Walk(const std::vector<IgnoreRules>& excluded) : excluded_(excluded) {}

    std::vector<fs::path> through(const fs::path& folder) {
        add_rules_above(absolute_path(folder));
        enter(folder, absolute_path(folder));
        std::ranges::sort(found_);
        return std::move(found_);
    }

  private:
    static bool is_there(const fs::path& path) {
        std::error_code error;
        return fs::exists(path, error);
    }

    void add_rules(const fs::path& folder) {
        const ReadResult read = read_file(folder / ".gitignore");
        ignored_.emplace_back(folder, read.ok() ? read.text : "");
    }

    /// Those of the folders above, from the root of the repository on; none where there is none.
    void add_rules_above(const fs::path& folder) {
        std::vector<fs::path> above;
        fs::path at = folder;
        while (!is_there(at / ".git") && at.has_relative_path()) {
            at = at.parent_path();
            above.push_back(at);
        }
        if (is_there(at / ".git")) {
            for (auto one = above.rbegin(); one != above.rend(); ++one) {
                add_rules(*one);
            }
        }
    }

    bool is_left_out(const fs::path& path, bool is_folder) const {
        for (const std::vector<IgnoreRules>* rules : {&excluded_, &ignored_}) {
            for (auto one = rules->rbegin(); one != rules->rend(); ++one) {
                if (const auto decided = one->leave_out(path, is_folder)) {
                    return *decided;
                }
            }
        }
        return false;
    }

    /// A folder as it is shown, and absolute.
    void enter(const fs::path& folder, const fs::path& at) {
        add_rules(at);
        std::error_code error;
        fs::directory_iterator entries(folder, error);
        if (error) {
            found_.push_back(folder);  // reading it says what is wrong
        }
        for (const fs::directory_entry& entry : entries) {
            const fs::path name = entry.path().filename();
            std::error_code ignored;
            const bool is_link = entry.is_symlink(ignored);
            const bool is_folder = entry.is_directory(ignored);
            if (is_folder ? is_link || is_passed_over(entry.path())
                          : !is_source_file(name) || !entry.is_regular_file(ignored)) {
                continue;
            }
            if (is_left_out(at / name, is_folder)) {
                continue;
            }
            if (is_folder) {
                enter(entry.path(), at / name);
            } else {
                found_.push_back(entry.path().lexically_normal());
            }
        }
        ignored_.pop_back();
    }

    const std::vector<IgnoreRules>& excluded_;
    /// The .gitignore of each folder on the way, the outermost first.
    std::vector<IgnoreRules> ignored_;
    std::vector<fs::path> found_;
};

/// The folder that all files of a pattern lie in.
fs::path folder_of_pattern(const std::string& pattern) {
    fs::path folder;
    for (const fs::path& part : fs::path(pattern).parent_path()) {
        if (part.string().find_first_of("*?[") != std::string::npos) {
            break;
        }
        folder /= part;
    }
    return folder.empty() ? "." : folder;
}

bool is_folder(const std::string& path) {
    std::error_code error;
    return fs::is_directory(path, error);
}

bool is_pattern(const std::string& path) {
    std::error_code error;
    return path.find_first_of("*?[") != std::string::npos && !fs::exists(path, error);
}

}  // namespace

void find_sources(Options& options, diag::Sink& sink) {
    const std::vector<std::string> named = std::move(options.sources);
    options.sources.clear();
    std::vector<IgnoreRules> excluded;
    for (const auto& [base, pattern] : options.excluded_below) {
        excluded.emplace_back(absolute_path(base), pattern);
    }
    for (const std::string& pattern : options.exclude) {
        excluded.emplace_back(absolute_path("."), pattern);
    }
    std::set<std::string> known;
    for (const std::string& one : named) {
        if (!is_folder(one) && !is_pattern(one)) {
            known.insert(identity(one));
        }
    }
    for (const std::string& one : named) {
        const bool is_of_folder = is_folder(one);
        if (!is_of_folder && !is_pattern(one)) {
            options.sources.push_back(one);
            continue;
        }
        bool is_empty = true;
        options.has_folders = true;
        const fs::path pattern = fs::path(one).lexically_normal();
        for (const fs::path& path :
             Walk(excluded).through(is_of_folder ? fs::path(one) : folder_of_pattern(one))) {
            if (!is_of_folder && !fits(pattern.generic_string(), path.generic_string())) {
                continue;
            }
            is_empty = false;
            if (known.insert(identity(path)).second) {
                options.sources.push_back(path.string());
                options.found.insert(path.string());
            }
        }
        if (is_empty) {
            sink.report<diag::Code::CannotRead>(one, is_of_folder
                                                         ? "there is no Python file below it"
                                                         : "no Python file fits the pattern");
        }
    }
}

Options with_stdin(Options options, std::istream& in) {
    const bool is_named = !options.stdin_filename.empty();
    if (is_named && options.sources == std::vector<std::string>{"-"}) {
        options.sources = {options.stdin_filename};
        options.texts[options.stdin_filename] =
            std::string(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    }
    return options;
}

}  // namespace pycu::driver
