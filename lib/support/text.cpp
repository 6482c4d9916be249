// Joining, replacing and filling holes.
#include "support/text.h"

#include <algorithm>

#include "support/check.h"

namespace pycu {

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
    std::string result;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) {
            result += separator;
        }
        result += parts[i];
    }
    return result;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t at = text.find(separator);
        if (at == std::string_view::npos) {
            parts.push_back(text);
            return parts;
        }
        parts.push_back(text.substr(0, at));
        text.remove_prefix(at + 1);
    }
}

/// Adds the words that a form stands for: of each of its braces one part.
static void add_words(std::vector<std::string>& made, const std::string& begun,
                      std::string_view form) {
    const std::size_t open = form.find('{');
    if (open == form.npos) {
        made.push_back(begun + std::string(form));
        return;
    }
    const std::size_t close = form.find('}', open);
    const std::string before = begun + std::string(form.substr(0, open));
    for (const std::string_view part : split(form.substr(open + 1, close - open - 1), ',')) {
        add_words(made, before + std::string(part), form.substr(close + 1));
    }
}

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> made;
    for (const std::string_view line : split(trim(text), '\n')) {
        for (const std::string_view form : split(line, ' ')) {
            add_words(made, {}, form);
        }
    }
    return made;
}

bool has_word(std::string_view words, std::string_view word) {
    for (std::size_t at = words.find(word); at != words.npos; at = words.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        const bool begins = at == 0 || words[at - 1] == ' ';
        if (begins && (end == words.size() || words[end] == ' ')) {
            return true;
        }
    }
    return false;
}

std::string_view trim(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n\f\v";
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) {
        return {};
    }
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::string lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return lower;
}

std::string counted(std::size_t count, std::string_view noun) {
    return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

std::string replace_all(std::string_view text, std::string_view from, std::string_view to) {
    PYCU_CHECK(!from.empty());
    std::string result;
    std::size_t at = 0;
    while (true) {
        const std::size_t next = text.find(from, at);
        result += text.substr(at, next - at);
        if (next == std::string_view::npos) {
            return result;
        }
        result += to;
        at = next + from.size();
    }
}

std::string fill(std::string_view pattern, const std::vector<std::string>& arguments) {
    std::string result;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const char c = pattern[i];
        const char next = i + 1 < pattern.size() ? pattern[i + 1] : '\0';
        if ((c == '{' || c == '}') && next == c) {
            result += c;
            ++i;
        } else if (c == '{' && next >= '0' && next <= '9') {
            const auto hole = static_cast<std::size_t>(next - '0');
            PYCU_CHECK(hole < arguments.size());
            result += arguments[hole];
            i += 2;
        } else {
            result += c;
        }
    }
    return result;
}

std::string expand(std::string_view pattern,
                   std::initializer_list<std::pair<std::string_view, std::string_view>> holes) {
    std::string result;
    while (true) {
        const std::size_t open = pattern.find("{{");
        result += pattern.substr(0, open);
        if (open == std::string_view::npos) {
            return result;
        }
        const std::size_t close = pattern.find("}}", open);
        PYCU_CHECK(close != std::string_view::npos);
        const std::string_view name = pattern.substr(open + 2, close - open - 2);
        const auto* hole = std::ranges::find(holes, name, &decltype(holes)::value_type::first);
        PYCU_CHECK(hole != holes.end());
        result += hole->second;
        pattern.remove_prefix(close + 2);
    }
}

}  // namespace pycu
