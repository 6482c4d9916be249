// The user's text with the few spots changed that tree-sitter's grammar reads unlike Python.
//
// Every byte keeps its place, and the builder takes names and values from the original text.
#pragma once

#include <string>
#include <vector>

#include "syntax/lines.h"
#include "syntax/tokens.h"

namespace pycu::syntax {

/// The text from `begin` to `end`, which is where `tokens` stand. Broken lines are left out; stars
/// that are left out, too, are noted.
std::string masked(const SourceFile& file, const std::vector<Token>& tokens, Outline& outline,
                   std::uint32_t begin, std::uint32_t end);

/// The same for an expression, in parentheses: `(` takes the place of begin - 1.
std::string masked_expression(const SourceFile& file, const std::vector<Token>& tokens,
                              std::uint32_t begin, std::uint32_t end,
                              std::unordered_map<std::uint32_t, std::uint32_t>& stars);

}  // namespace pycu::syntax
