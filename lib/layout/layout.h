// Cuts long lines of C++ where clang-format does, so that a text stays as it is when its reader
// formats it: the algorithm and the penalties are clang-format's for Google's style.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pycu::layout {

/// The line cut into several where its code is wider than `width` columns; those behind the first
/// begin with their indentation. A trailing `//` comment stays whole, and behind the last.
std::vector<std::string> break_line(std::string_view text, std::size_t width);

/// The items of a braced list, each with its comma, in lines of `width` columns: below each other,
/// as many a line as make the fewest lines.
std::vector<std::string> table(const std::vector<std::string>& items, std::size_t width);

/// Whether the character may stand in a name or a number.
bool is_word_character(char c);
/// The place behind a number that begins here.
std::size_t behind_number(std::string_view code, std::size_t at);
/// The place behind a string or a character that begins here; the same place where none begins.
std::size_t behind_literal(std::string_view code, std::size_t at);

}  // namespace pycu::layout
