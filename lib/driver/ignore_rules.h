// Patterns of paths as .gitignore has them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pycu::driver {

/// Whether a path, or a part of one, fits a pattern: `*` and `?` are no slash, `[a-z]` and `[!a-z]`
/// one letter, `**/` any folders, `/**` all below, `\*` a star.
bool fits(std::string_view pattern, std::string_view path);

/// The lines of one .gitignore, or patterns in its syntax: `#` begins a comment, `!` takes back
/// what lines above say, a slash at the end means folders, one elsewhere a path from `base` on;
/// without one any name below it is meant. The last line that fits decides.
class IgnoreRules {
  public:
    /// `base` is absolute and normal.
    IgnoreRules(std::filesystem::path base, std::string_view text);

    /// Whether a file or folder is left out; nothing where no line fits or it is not below `base`.
    std::optional<bool> leave_out(const std::filesystem::path& path, bool is_folder) const;

    bool empty() const { return rules_.empty(); }

  private:
    struct Rule {
        std::string pattern;
        bool takes_back = false;
        bool is_of_folders = false;
        bool is_path = false;
    };
    void add(std::string_view line);

    std::filesystem::path base_;
    std::vector<Rule> rules_;
};

}  // namespace pycu::driver
