// Where a text has its structure back behind a bracket that is not closed, or closed by another.
// Private to the tokenizer.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "syntax/tokens.h"

namespace pycu::syntax {

/// `)` of `(`.
char closer_of(char opener);

/// The keyword at a place, or Tok::Name; Tok::Broken where no word begins.
Tok word_at(std::string_view text, std::uint32_t at);

/// Whether a word at the begin of a line can only begin a statement. `last` is the token before it.
bool begins_statement(std::string_view text, std::uint32_t at, Tok last);

/// Whether what begins a line may as well be a statement: a name, or the `if` of a line that ends
/// with a colon.
bool may_begin_statement(std::string_view text, std::uint32_t at);

/// How many of the brackets at `places` one closes, the text behind which begins at `at`:
/// those that stand inside its partner are never closed. None where it has no partner, or is a slip
/// for that of the innermost one. `budget` is how many characters all looks ahead may still read.
std::size_t closed_by(char closer, const std::vector<std::uint32_t>& places, std::string_view text,
                      std::uint32_t at, std::size_t& budget);

}  // namespace pycu::syntax
