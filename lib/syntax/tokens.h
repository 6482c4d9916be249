// The tokens of a Python text, exactly as CPython 3.11's tokenizer cuts them.
//
// tokenize() is what decides indentation, numbers, strings, brackets and line ends; lines.h cuts
// its tokens into lines, and tree-sitter reads the text of those that are sound.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "diag/diagnostics.h"
#include "syntax/tree.h"

namespace pycu::syntax {

enum class Tok : std::uint8_t {
    End,
    Newline,
    Indent,
    Dedent,
    Broken,  // something that is no token and has been reported
    Name,
    Number,
    String,
#define PYCU_KEYWORD(name, spelling) name,
#define PYCU_OPERATOR(name, spelling) name,
#include "syntax/tokens.def"
};

struct Token {
    Tok kind = Tok::End;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

struct Tokens {
    std::vector<Token> tokens;  // the last is End
    std::vector<Comment> comments;
};

/// A keyword or an operator and how it is written.
struct Spelled {
    Tok kind;
    std::string_view text;
};

/// The longest operator a text begins with, or Tok::Broken.
Spelled longest_operator(std::string_view text);

/// The keyword a word is, or Tok::Name.
Tok keyword(std::string_view word);

constexpr bool is_one_of(Tok kind, std::initializer_list<Tok> kinds) {
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

constexpr bool is_keyword(Tok kind) {
    return kind >= Tok::False && kind <= Tok::Yield;
}

/// Words that go on with a statement after a block of it.
constexpr bool is_clause(Tok kind) {
    return is_one_of(kind, {Tok::Elif, Tok::Else, Tok::Except, Tok::Finally});
}

constexpr bool is_open(Tok kind) {
    return kind == Tok::LeftParen || kind == Tok::LeftBracket || kind == Tok::LeftBrace;
}

constexpr bool is_close(Tok kind) {
    return kind == Tok::RightParen || kind == Tok::RightBracket || kind == Tok::RightBrace;
}

/// Cuts a file into tokens; what CPython's tokenizer refuses is reported and becomes Tok::Broken.
Tokens tokenize(const SourceFile& file, diag::Sink& sink);

/// Cuts an expression inside a file, as if it stood in parentheses.
Tokens tokenize_expression(const SourceFile& file, std::uint32_t begin, std::uint32_t end,
                           diag::Sink& sink);

}  // namespace pycu::syntax
