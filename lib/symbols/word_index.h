// Which of many texts have a word: the texts of a project are read once for all its sources, and
// need not be kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace pycu::symbols {

/// Texts are numbered from 0, in the order in which they were added.
class WordIndex {
  public:
    using Numbers = std::vector<std::uint32_t>;

    void add(std::string_view text);

    /// The texts that have a word, not as a part of another; in their order. Words are told apart
    /// by 64 bits of hash: a text too many is as good as impossible, and one too few is.
    Numbers with(std::string_view word) const;
    /// The texts with `import *`.
    const Numbers& with_stars() const { return with_stars_; }
    /// The texts with `from . import x`, with any number of dots.
    const Numbers& from_packages() const { return from_packages_; }

  private:
    /// A word, and the last text that has it: its place in `uses_` from 1 on, 0 where there is
    /// none.
    struct Word {
        std::uint64_t hash = 0;
        std::uint32_t last = 0;
    };
    /// A text that has a word, and the use before it of the same word.
    struct Use {
        std::uint32_t text;
        std::uint32_t before;
    };

    /// The place of a word in the table, or the free one where it belongs.
    std::size_t place_of(std::uint64_t hash) const;
    void add_word(std::uint64_t hash, std::uint32_t text);
    void grow();

    std::vector<Word> table_;  // open addressing: as long as a power of two, at most half full
    std::size_t words_ = 0;
    std::vector<Use> uses_;
    Numbers with_stars_;
    Numbers from_packages_;
    std::uint32_t size_ = 0;
};

}  // namespace pycu::symbols
