// Single tokens: how far a number, a string or a name reaches. Used by the tokenizer, and by who
// looks for lines that are no Python.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace pycu::syntax {

/// Where a number ends, and what is wrong with it if anything is.
struct NumberScan {
    std::size_t end = 0;
    std::string problem;  // empty when the number is one
};
NumberScan scan_number(std::string_view text, std::size_t begin);

/// The length of a string's prefix letters (`rb`) when a quote follows them, otherwise npos.
std::size_t scan_string_prefix(std::string_view text, std::size_t begin);

/// Where a string that begins with its quotes ends.
struct StringScan {
    std::size_t end = 0;
    bool closed = false;
    bool triple = false;
};
StringScan scan_string(std::string_view text, std::size_t quote);

/// Where a name ends, and the offset of its first character that no name can hold, or npos.
struct NameScan {
    std::size_t end = 0;
    std::size_t bad = std::string_view::npos;
};
NameScan scan_name(std::string_view text, std::size_t begin);

/// How far a line is indented, with tabs of eight columns and with tabs of one.
struct Column {
    std::uint32_t wide = 0, narrow = 0;
};

/// The blanks that a line begins with; a backslash goes on with the next one.
struct IndentScan {
    std::size_t end = 0;
    Column column;
};
IndentScan scan_indent(std::string_view text, std::size_t begin);

/// The end of the word at a place, for a caret under it; of one letter at least.
std::size_t scan_word_end(std::string_view text, std::size_t at);

/// Where the line of a place begins.
std::size_t scan_line_begin(std::string_view text, std::size_t at);

constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
/// The value of a hexadecimal digit, -1 for other characters.
constexpr int hex_value(char c) {
    if (is_digit(c)) return c - '0';
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}
/// May start a name as far as the tokenizer's first look goes; any non-ASCII byte may.
constexpr bool may_start_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 128;
}
constexpr bool may_continue_name(char c) {
    return may_start_name(c) || is_digit(c);
}

}  // namespace pycu::syntax
