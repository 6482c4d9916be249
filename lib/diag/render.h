// Diagnostics as text for people, and in the forms of programs that show them: editors, GitHub,
// GitLab.
#pragma once

#include <filesystem>
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

/// One diagnostic as compilers print it, labels and notes as lines of their own:
///
///     saxpy.py:7:13: error: `x` holds `float32` and cannot take `boolean` [PYCU0301]
std::string render_gcc(const Diagnostic& diagnostic, const Files& files);

/// One diagnostic as a workflow command of GitHub Actions, `::error file=...::...`.
std::string render_github(const Diagnostic& diagnostic, const Files& files);

/// All diagnostics of a run as a code quality report of GitLab. Paths are seen from `root`.
std::string render_gitlab(const std::vector<Diagnostic>& shown, const Files& files,
                          const std::filesystem::path& root);

/// All diagnostics of a run as a log of SARIF 2.1.0, with the pages of their codes as rules.
std::string render_sarif(const std::vector<Diagnostic>& shown, const Files& files,
                         const std::filesystem::path& root);

/// `2 errors, 1 warning`; empty when there is nothing to say.
std::string summary(const std::vector<Diagnostic>& shown);

}  // namespace pycu::diag
