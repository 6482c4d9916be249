// Tokens -> a text of the same length that tree-sitter reads without a doubt.
//
// tree-sitter's Python grammar has opinions of its own on tabs, comments, line continuations,
// `print`, annotations with slices, and names with accents. It never sees them: comments and line
// joins become blanks, numbers `1`s, the insides of strings `x`s, an annotation one long name,
// the star of `*a` a blank, broken statements blank lines. Every byte keeps its place, and the
// builder takes names and values from the original text.
#pragma once

#include <string>
#include <vector>

#include "syntax/grammar.h"
#include "syntax/tokens.h"

namespace pycu::syntax {

/// The text of a whole file.
std::string normalise(const SourceFile& file, const std::vector<Token>& tokens,
                      const Outline& outline);

/// The text of an expression from begin to end, in parentheses: `(` takes the place of begin - 1.
std::string normalise_expression(const SourceFile& file, const std::vector<Token>& tokens,
                                 const Outline& outline, std::uint32_t begin, std::uint32_t end);

}  // namespace pycu::syntax
