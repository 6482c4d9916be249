// The words of a PTX text.
#pragma once

#include <string>
#include <vector>

namespace ptx {

struct Token {
    std::string text{};  // a word with its dots, a number, a string, or one character
    int line = 0;
};

/// Splits a text; comments and lines of `.loc` and `.file` are left out.
std::vector<Token> tokenize(const std::string& text);

/// Reads an integer, or a float as its bits; false when the word is none.
bool parse_number(const std::string& word, unsigned long& bits, bool& is_float);

}  // namespace ptx
