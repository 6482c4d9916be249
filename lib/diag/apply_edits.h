// The edits of diagnostics, applied to a text.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "diag/diagnostics.h"

namespace pycu::diag {

/// A text after some of its edits.
struct Edited {
    std::string text;
    std::size_t count = 0;  // how many diagnostics had their edits applied
};

/// Applies the edits of diagnostics, in their order, to the text of one file, byte order mark and
/// all. Those of one diagnostic are applied together or not at all: not where they reach into
/// another file, where one is not safe and `unsafe` is false, or where one overlaps what is
/// applied.
Edited apply_edits(const std::vector<Diagnostic>& diagnostics, const SourceFile& file,
                   std::string_view on_disk, bool unsafe);

}  // namespace pycu::diag
