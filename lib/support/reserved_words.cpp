// Looking words up in reserved_words.def.
#include "support/reserved_words.h"

#include <algorithm>
#include <vector>

namespace pycu {

namespace {

struct Kind {
    Reserved why;
    std::vector<std::string_view> words;  // sorted
};

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    for (std::size_t begin = 1; begin < text.size();) {
        const std::size_t end = text.find_first_of(" \n", begin);
        words.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return words;
}

const std::vector<Kind>& kinds() {
    static const std::vector<Kind> kinds = {
#define PYCU_WORDS(why, text) {Reserved::why, words_of(text)},
#include "support/reserved_words.def"
#undef PYCU_WORDS
    };
    return kinds;
}

}  // namespace

std::optional<Reserved> reserved_word(std::string_view word) {
    for (const Kind& kind : kinds()) {
        if (std::ranges::binary_search(kind.words, word)) {
            return kind.why;
        }
    }
    return std::nullopt;
}

}  // namespace pycu
