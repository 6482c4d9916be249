// Looking words up in reserved_words.def.
#include "support/reserved_words.h"

#include <string>
#include <unordered_map>

#include "support/text.h"

namespace pycu {

namespace {

using Words = std::unordered_map<std::string, Reserved>;

/// Adds the words that a form stands for: of each of its braces one part.
void add(Words& words, const std::string& begun, std::string_view form, Reserved why) {
    const std::size_t open = form.find('{');
    if (open == form.npos) {
        words.emplace(begun + std::string(form), why);
        return;
    }
    const std::size_t close = form.find('}', open);
    const std::string before = begun + std::string(form.substr(0, open));
    for (const std::string_view part : split(form.substr(open + 1, close - open - 1), ',')) {
        add(words, before + std::string(part), form.substr(close + 1), why);
    }
}

Words read_words() {
    Words words;
    const auto add_all = [&](Reserved why, std::string_view text) {
        for (const std::string_view line : split(trim(text), '\n')) {
            for (const std::string_view form : split(line, ' ')) {
                add(words, "", form, why);
            }
        }
    };
#define PYCU_WORDS(why, text) add_all(Reserved::why, text);
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
