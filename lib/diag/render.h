// Diagnostics as text for people and as JSON lines for programs.
#pragma once

#include <string>
#include <vector>

#include "diag/diagnostics.h"
#include "source/source_file.h"

namespace pycu::diag {

/// One diagnostic as people read it: the message, the line with a caret, labels, notes, help.
///
///     saxpy.py:7:13: error[PYCU0301]: `x` holds `float32` and cannot take `boolean`
///       7 |         x = i < n
///         |             ^^^^^
std::string render_text(const Diagnostic& diagnostic, const Files& files, bool color);

/// One diagnostic as a JSON object on one line, with byte offsets beside lines and columns.
std::string render_json(const Diagnostic& diagnostic, const Files& files);

/// `2 errors, 1 warning`; empty when there is nothing to say.
std::string summary(const std::vector<Diagnostic>& shown);

}  // namespace pycu::diag
