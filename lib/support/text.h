// Small helpers on text: joining, replacing, filling holes, UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pycu {

/// The parts with the separator between them.
std::string join(const std::vector<std::string>& parts, std::string_view separator);

/// What `text_of` makes of each one, with commas between; an empty text is left out.
template <class Range, class TextOf>
std::string listed(const Range& range, TextOf&& text_of) {
    std::string list;
    for (const auto& one : range) {
        const std::string text(text_of(one));
        list += (list.empty() || text.empty() ? "" : ", ") + text;
    }
    return list;
}

/// The text cut at every separator; "" gives one empty part.
std::vector<std::string_view> split(std::string_view text, char separator);

/// Whether a text of words with blanks between them has the word.
bool has_word(std::string_view words, std::string_view word);

/// The words of a text with blanks or line ends between them; `exp{,2,f}` is exp, exp2 and expf.
std::vector<std::string> words_of(std::string_view text);

/// The text without white space at its ends.
std::string_view trim(std::string_view text);

/// The text with small letters for A to Z.
std::string lower_case(std::string_view text);

/// `1 parameter`, `2 parameters`
std::string counted(std::size_t count, std::string_view noun);

/// The text with every occurrence of `from` replaced.
std::string replace_all(std::string_view text, std::string_view from, std::string_view to);

/// `{0} {1}` with its holes filled; `{{` and `}}` give single braces.
std::string fill(std::string_view pattern, const std::vector<std::string>& arguments);

/// A template's `{{name}}` holes filled; an unknown name is an internal error.
std::string expand(std::string_view pattern,
                   std::initializer_list<std::pair<std::string_view, std::string_view>> holes);

/// One code point and how many bytes it took; a wrong byte decodes as U+FFFD of one byte.
struct CodePoint {
    char32_t value = 0;
    std::size_t bytes = 0;
};

/// The code point that begins at the offset.
CodePoint decode_utf8(std::string_view text, std::size_t offset);

/// Appends one code point as UTF-8.
void append_utf8(std::string& out, char32_t value);

/// The offset of the first byte that is not UTF-8, if there is one.
std::optional<std::size_t> find_invalid_utf8(std::string_view text);

/// How many code points the text has.
std::size_t count_code_points(std::string_view text);

/// How many terminal columns the code point takes: 0, 1 or 2.
int display_width(char32_t value);

/// SHA-256 of the text, as 64 hexadecimal digits.
std::string sha256(std::string_view text);

}  // namespace pycu
