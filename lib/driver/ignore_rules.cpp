// Matches paths with lines of .gitignore. See ignore_rules.h.
#include "driver/ignore_rules.h"

#include <algorithm>

#include "support/text.h"

namespace pycu::driver {

namespace fs = std::filesystem;

namespace {

/// One letter against `[a-z]`; `pattern` begins behind the bracket and is left behind the class.
/// Nothing where the class has no end.
std::optional<bool> fits_class(std::string_view& pattern, char letter) {
    const bool is_not = !pattern.empty() && (pattern[0] == '!' || pattern[0] == '^');
    pattern.remove_prefix(is_not ? 1 : 0);
    bool is_in = false;
    for (bool is_first = true; !pattern.empty(); is_first = false) {
        if (pattern[0] == ']' && !is_first) {
            pattern.remove_prefix(1);
            return is_in != is_not && letter != '/';
        }
        pattern.remove_prefix(pattern[0] == '\\' && pattern.size() > 1 ? 1 : 0);
        const char low = pattern[0];
        const bool is_range = pattern.size() > 2 && pattern[1] == '-' && pattern[2] != ']';
        const char high = is_range ? pattern[2] : low;
        is_in |= low <= letter && letter <= high;
        pattern.remove_prefix(is_range ? 3 : 1);
    }
    return std::nullopt;
}

/// `begins`: the pattern stands at the beginning of a part of the path.
bool fits_from(std::string_view pattern, std::string_view path, bool begins) {
    while (!pattern.empty()) {
        const std::size_t stars = std::min(pattern.find_first_not_of('*'), pattern.size());
        if (begins && stars > 1 && stars == pattern.size()) {
            return !path.empty();
        }
        if (begins && stars > 1 && pattern[stars] == '/') {
            const std::string_view rest = pattern.substr(stars + 1);
            for (std::size_t at = 0;;) {
                if (fits_from(rest, path.substr(at), true)) {
                    return true;
                }
                const std::size_t slash = path.find('/', at);
                if (slash == std::string_view::npos) {
                    return false;
                }
                at = slash + 1;
            }
        }
        if (stars > 0) {
            pattern.remove_prefix(stars);
            const std::size_t part = std::min(path.find('/'), path.size());
            for (std::size_t taken = 0; taken <= part; ++taken) {
                if (fits_from(pattern, path.substr(taken), false)) {
                    return true;
                }
            }
            return false;
        }
        if (path.empty()) {
            return false;
        }
        begins = pattern[0] == '/';
        if (pattern[0] == '[') {
            std::string_view behind = pattern.substr(1);
            const std::optional<bool> is_in = fits_class(behind, path[0]);
            if (!is_in || !*is_in) {
                return false;
            }
            pattern = behind;
        } else {
            const bool is_any = pattern[0] == '?';
            pattern.remove_prefix(pattern[0] == '\\' && pattern.size() > 1 ? 1 : 0);
            if (is_any ? path[0] == '/' : pattern[0] != path[0]) {
                return false;
            }
            pattern.remove_prefix(1);
        }
        path.remove_prefix(1);
    }
    return path.empty();
}

}  // namespace

bool fits(std::string_view pattern, std::string_view path) {
    return fits_from(pattern, path, true);
}

IgnoreRules::IgnoreRules(fs::path base, std::string_view text) : base_(std::move(base)) {
    for (const std::string_view line : split(text, '\n')) {
        add(line);
    }
}

void IgnoreRules::add(std::string_view line) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t') &&
           !line.ends_with("\\ ")) {
        line.remove_suffix(1);
    }
    if (line.empty() || line[0] == '#') {
        return;
    }
    Rule rule;
    if (line[0] == '!') {
        rule.takes_back = true;
        line.remove_prefix(1);
    }
    if (line.ends_with('/')) {
        rule.is_of_folders = true;
        line.remove_suffix(1);
    }
    rule.is_path = line.find('/') != std::string_view::npos;
    line.remove_prefix(line.starts_with('/') ? 1 : 0);
    if (!line.empty()) {
        rule.pattern = line;
        rules_.push_back(std::move(rule));
    }
}

std::optional<bool> IgnoreRules::leave_out(const fs::path& path, bool is_folder) const {
    const std::string inside = path.lexically_relative(base_).generic_string();
    if (inside.empty() || inside == "." || inside.starts_with("..")) {
        return std::nullopt;
    }
    const std::string name = path.filename().string();
    for (auto rule = rules_.rbegin(); rule != rules_.rend(); ++rule) {
        if ((is_folder || !rule->is_of_folders) &&
            fits(rule->pattern, rule->is_path ? inside : name)) {
            return !rule->takes_back;
        }
    }
    return std::nullopt;
}

}  // namespace pycu::driver
