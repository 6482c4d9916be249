// Lists of texts by word. See word_index.h.
#include "symbols/word_index.h"

#include <algorithm>
#include <array>
#include <utility>

#include "syntax/scan.h"

namespace pycu::symbols {

namespace {

constexpr auto is_of_word = [] {
    std::array<bool, 256> made{};
    for (std::size_t i = 0; i < made.size(); ++i) {
        made[i] = syntax::may_continue_name(static_cast<char>(i));
    }
    return made;
}();

/// FNV-1a, byte by byte.
class Hash {
  public:
    void add(char c) { hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001b3; }
    std::uint64_t value() const { return hash_; }

  private:
    std::uint64_t hash_ = 0xcbf29ce484222325;
};

bool imports_from_package(std::string_view text) {
    constexpr std::string_view from = "from .";
    for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + 1)) {
        const std::size_t behind = text.find_first_not_of(". \t", at + from.size());
        if (behind != text.npos && text.substr(behind).starts_with("import")) {
            return true;
        }
    }
    return false;
}

}  // namespace

std::size_t WordIndex::place_of(std::uint64_t hash) const {
    // the low bits of FNV are its best
    std::size_t at = hash & (table_.size() - 1);
    while (table_[at].last != 0 && table_[at].hash != hash) {
        at = (at + 1) & (table_.size() - 1);
    }
    return at;
}

void WordIndex::grow() {
    const std::vector<Word> before =
        std::exchange(table_, std::vector<Word>(std::max<std::size_t>(1024, 2 * table_.size())));
    for (const Word& word : before) {
        if (word.last != 0) {
            table_[place_of(word.hash)] = word;
        }
    }
}

void WordIndex::add_word(std::uint64_t hash, std::uint32_t text) {
    if (2 * words_ >= table_.size()) {
        grow();
    }
    Word& word = table_[place_of(hash)];
    if (word.last != 0 && uses_[word.last - 1].text == text) {
        return;
    }
    words_ += word.last == 0 ? 1 : 0;
    uses_.push_back({text, word.last});
    word = {hash, static_cast<std::uint32_t>(uses_.size())};
}

void WordIndex::add(std::string_view text) {
    const std::uint32_t number = size_++;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::size_t begin = at;
        Hash hash;
        for (; at < text.size() && is_of_word[static_cast<unsigned char>(text[at])]; ++at) {
            hash.add(text[at]);
        }
        if (at > begin) {
            add_word(hash.value(), number);
        }
    }
    if (text.find("import *") != text.npos) {
        with_stars_.push_back(number);
    }
    if (imports_from_package(text)) {
        from_packages_.push_back(number);
    }
}

WordIndex::Numbers WordIndex::with(std::string_view word) const {
    Hash hash;
    std::ranges::for_each(word, [&](char c) { hash.add(c); });
    Numbers found;
    std::uint32_t use = table_.empty() ? 0 : table_[place_of(hash.value())].last;
    for (; use != 0; use = uses_[use - 1].before) {
        found.push_back(uses_[use - 1].text);
    }
    std::ranges::reverse(found);
    return found;
}

}  // namespace pycu::symbols
