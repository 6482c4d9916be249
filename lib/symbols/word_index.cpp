// Lists of texts by word. See word_index.h.
#include "symbols/word_index.h"

#include <algorithm>

#include "symbols/users.h"

namespace pycu::symbols {

namespace {

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

void WordIndex::add(std::string_view text) {
    const std::uint32_t number = size_++;
    for (const std::string_view word : words_of(text)) {
        auto known = texts_.find(word);
        if (known == texts_.end()) {
            known = texts_.emplace(std::string(word), Numbers()).first;
        }
        known->second.push_back(number);
    }
    if (text.find("import *") != text.npos) {
        with_stars_.push_back(number);
    }
    if (imports_from_package(text)) {
        from_packages_.push_back(number);
    }
}

const WordIndex::Numbers& WordIndex::with(std::string_view word) const {
    static const Numbers none;
    const auto known = texts_.find(word);
    return known == texts_.end() ? none : known->second;
}

bool WordIndex::has(std::uint32_t text, std::string_view word) const {
    return std::ranges::binary_search(with(word), text);
}

}  // namespace pycu::symbols
