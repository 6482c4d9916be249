// Which of many texts have a word: the texts of a project are read once for all its sources, and
// need not be kept.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace pycu::symbols {

/// Texts are numbered from 0, in the order in which they were added.
class WordIndex {
  public:
    using Numbers = std::vector<std::uint32_t>;

    void add(std::string_view text);

    /// The texts that have a word, not as a part of another; in their order.
    const Numbers& with(std::string_view word) const;
    bool has(std::uint32_t text, std::string_view word) const;
    /// The texts with `import *`.
    const Numbers& with_stars() const { return with_stars_; }
    /// The texts with `from . import x`, with any number of dots.
    const Numbers& from_packages() const { return from_packages_; }

  private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view word) const {
            return std::hash<std::string_view>()(word);
        }
    };

    std::unordered_map<std::string, Numbers, Hash, std::equal_to<>> texts_;
    Numbers with_stars_;
    Numbers from_packages_;
    std::uint32_t size_ = 0;
};

}  // namespace pycu::symbols
