// Tokens -> the logical lines of a file: which lines are one statement, and how blocks nest.
//
// What only lines show is found here: indentation without a header, headers without a block,
// clauses without their statement.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "diag/diagnostics.h"
#include "syntax/tokens.h"

namespace pycu::syntax {

/// How deep expressions and statements may nest, so that every later stage can use recursion.
constexpr int max_height = 1000;

struct Line {
    std::size_t first = 0, last = 0;  // its tokens, without the Newline at `last`
    std::uint32_t level = 0;          // blocks around it
    std::size_t end = 0;              // the first line behind its block
    std::size_t head = 0;             // the line its statement begins with: `if` for an `else`
    bool is_broken = false;           // passed over
};

struct Outline {
    std::vector<Line> lines;
    std::vector<Range> broken;  // statements that are passed over, in source order, not nested
    /// The whole text of each function, by the offset of its `def` or `async`.
    std::unordered_map<std::uint32_t, Range> functions;
    /// The names of `name=pattern` in class patterns, by the offset of the pattern, and back.
    std::unordered_map<std::uint32_t, Range> pattern_keywords;
    /// Stars of `*a` that tree-sitter does not see, by the offset of what stands behind them.
    std::unordered_map<std::uint32_t, std::uint32_t> stars;
    /// Where `match` and `case` are keywords.
    std::unordered_set<std::uint32_t> soft_keywords;
};

/// Finds the lines of a file; those that cannot stand where they do are reported and broken.
Outline outline(const SourceFile& file, const std::vector<Token>& tokens, diag::Sink& sink);

/// Passes over the statement of a line, with its clauses and blocks.
void mark_broken(Outline& outline, std::size_t line);

/// The lines `[first, last)` of the statement of a line, with its clauses and blocks.
std::pair<std::size_t, std::size_t> statement_of(const Outline& outline, std::size_t line);

/// Fills in `broken`, when all lines are marked.
void collect_broken(const SourceFile& file, const std::vector<Token>& tokens, Outline& outline);

/// Whether a word begins a line that has a block.
bool begins_compound(Tok kind);

/// Whether one of the tokens of a line is of a kind.
bool has_token(const std::vector<Token>& tokens, const Line& line, Tok kind);

/// Whether nothing of a line is missing as far as its first and last words show. tree-sitter reads
/// on behind the end of a line that is not complete.
bool is_complete(const std::vector<Token>& tokens, const Outline& outline, const Line& line);

/// A token as messages name it.
std::string described(const SourceFile& file, const Token& token);

/// The word or operator at a token.
std::string_view text_of(const SourceFile& file, const Token& token);

}  // namespace pycu::syntax
