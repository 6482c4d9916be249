// Which lines of a file tree-sitter cannot read.
#pragma once

#include <vector>

#include "syntax/cst.h"
#include "syntax/lines.h"
#include "syntax/tokens.h"

namespace pycu::syntax {

/// Marks and reports the lines that make their statements unreadable.
void find_broken(const SourceFile& file, const std::vector<Token>& tokens, CstParser& parser,
                 Outline& outline, diag::Sink& sink);

}  // namespace pycu::syntax
