// Looking words up in reserved_words.def.
#include "support/reserved_words.h"

#include <string>
#include <unordered_map>
#include <utility>

#include "support/text.h"

namespace pycu {

namespace {

using Words = std::unordered_map<std::string, Reserved>;

Words read_words() {
    Words words;
    const auto add = [&](Reserved why, std::string_view text) {
        for (std::string& word : words_of(text)) {
            words.emplace(std::move(word), why);
        }
    };
#define PYCU_WORDS(why, text) add(Reserved::why, text);
#include "support/reserved_words.def"
#undef PYCU_WORDS
    return words;
}

}  // namespace

std::optional<Reserved> reserved_word(std::string_view word) {
    static const Words words = read_words();
    const auto found = words.find(std::string(word));
    return found != words.end() ? std::optional(found->second) : std::nullopt;
}

}  // namespace pycu
