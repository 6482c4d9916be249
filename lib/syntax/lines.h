// Tokens -> the logical lines of a file: which lines are one statement, and how blocks nest; which
// of them tree-sitter can read, and what is wrong with the others.
//
// What only lines show is found here: indentation without a header, headers without a block,
// clauses without their statement.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "diag/diagnostics.h"
#include "syntax/cst.h"
#include "syntax/tokens.h"
#include "syntax/tree.h"

namespace pycu::syntax {

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

// ---- Which lines of a file tree-sitter cannot read.

/// Marks and reports the lines that make their statements unreadable.
void find_broken(const SourceFile& file, const std::vector<Token>& tokens, CstParser& parser,
                 Outline& outline, diag::Sink& sink);

// ---- The user's text with the few spots changed that tree-sitter's grammar reads unlike Python.
//
// Every byte keeps its place, and the builder takes names and values from the original text.

/// The text from `begin` to `end`, which is where `tokens` stand. Broken lines are left out; stars
/// that are left out, too, are noted.
std::string masked(const SourceFile& file, const std::vector<Token>& tokens, Outline& outline,
                   std::uint32_t begin, std::uint32_t end);

/// The same for an expression, as `-(x)`: `-` takes the place of begin - 2. Where an expression in
/// parentheses stands alone, the parser goes on with what could be assigned to until its last line
/// ends, and recovers from that at four times the cost.
std::string masked_expression(const SourceFile& file, const std::vector<Token>& tokens,
                              std::uint32_t begin, std::uint32_t end,
                              std::unordered_map<std::uint32_t, std::uint32_t>& stars);

// ---- What is wrong with text that tree-sitter does not understand: the message and its place.

/// Reports the first mistake of a line, if its tokens show one.
bool explain_line(const SourceFile& file, const std::vector<Token>& tokens, const Line& line,
                  diag::Sink& sink);

/// Reports what is wrong with an expression; `error` is where tree-sitter gave up.
void explain_expression(const SourceFile& file, const std::vector<Token>& tokens,
                        std::uint32_t error, diag::Sink& sink);

/// The last resort: reports the token at which tree-sitter gave up.
void give_up(const SourceFile& file, const std::vector<Token>& tokens, std::size_t first,
             std::size_t end, std::uint32_t error, diag::Sink& sink);

// ---- How far a problem reaches: what of a file it makes doubtful. See Problem in tree.h.

/// Gives what was found in a file its reach.
std::vector<Problem> find_reach(const SourceFile& file, const std::vector<Token>& tokens,
                                const Outline& outline, const diag::Sink& found);

}  // namespace pycu::syntax
