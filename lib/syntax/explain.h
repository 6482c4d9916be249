// What is wrong with text that tree-sitter does not understand: the message and its place.
#pragma once

#include <vector>

#include "diag/diagnostics.h"
#include "syntax/lines.h"
#include "syntax/tokens.h"

namespace pycu::syntax {

/// Reports the first mistake of a line, if its tokens show one.
bool explain_line(const SourceFile& file, const std::vector<Token>& tokens, const Line& line,
                  diag::Sink& sink);

/// Reports what is wrong with an expression; `error` is where tree-sitter gave up.
void explain_expression(const SourceFile& file, const std::vector<Token>& tokens,
                        std::uint32_t error, diag::Sink& sink);

/// The last resort: reports the token at which tree-sitter gave up.
void give_up(const SourceFile& file, const std::vector<Token>& tokens, std::size_t first,
             std::size_t end, std::uint32_t error, diag::Sink& sink);

}  // namespace pycu::syntax
