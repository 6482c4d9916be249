// Tokens -> which statements are Python 3.11, by CPython's Grammar/python.gram.
//
// tree-sitter accepts far more than Python and guesses where it does not understand. So this
// recogniser decides first, statement by statement, and builds nothing; tree-sitter is given the
// statements that passed. A statement that does not pass is broken: it is reported once and left
// out with its block, and the statements around it stay.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "diag/diagnostics.h"
#include "syntax/tokens.h"

namespace pycu::syntax {

/// How deep expressions and statements may nest, so that every later stage can use recursion.
constexpr int max_height = 1000;

struct Outline {
    std::vector<Range> broken;  // in source order, not nested
    /// The whole text of each function, by the offset of its `def` or `async`.
    std::unordered_map<std::uint32_t, Range> functions;
    /// Annotations of parameters, results and variables, without a star in front.
    std::vector<Range> annotations;
    /// Stars of `*a` in lists and calls, by the offset of what stands behind them, and back.
    std::unordered_map<std::uint32_t, std::uint32_t> stars;
    std::unordered_map<std::uint32_t, std::uint32_t> starred;
    /// The names of `name=pattern` in class patterns, by the offset of the pattern.
    std::unordered_map<std::uint32_t, Range> pattern_keywords;
    /// Where `match` and `case` are keywords.
    std::unordered_set<std::uint32_t> soft_keywords;
};

/// Finds the broken statements of a file.
Outline outline(const SourceFile& file, const std::vector<Token>& tokens, diag::Sink& sink);

/// Checks what stands between the braces of an f-string; tokens end with End.
bool check_field(const SourceFile& file, const std::vector<Token>& tokens, diag::Sink& sink,
                 Outline& outline);

}  // namespace pycu::syntax
