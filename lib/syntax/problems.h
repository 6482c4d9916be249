// How far a problem reaches: what of a file it makes doubtful. See Problem in tree.h.
#pragma once

#include <vector>

#include "syntax/lines.h"
#include "syntax/tokens.h"
#include "syntax/tree.h"

namespace pycu::syntax {

/// Gives what was found in a file its reach.
std::vector<Problem> find_reach(const SourceFile& file, const std::vector<Token>& tokens,
                                const Outline& outline, const diag::Sink& found);

}  // namespace pycu::syntax
