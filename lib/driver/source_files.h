// The sources of a run: files that are named, and those that folders and patterns lead to.
#pragma once

#include <iosfwd>

#include "diag/diagnostics.h"
#include "driver/options.h"

namespace pycu::driver {

/// Puts the Python files and notebooks of folders and of patterns (`src/**/*.py`) in their places
/// among the sources, sorted, each once; `Options::found` has them. Left out is what --exclude and
/// .gitignore say, what python_files() passes over, and nothing that is named itself. Reports
/// folders and patterns that lead to no file.
void find_sources(Options& options, diag::Sink& sink);

/// The options where the source is standard input and has the name of a file (--stdin-filename):
/// that file, with what was read.
Options with_stdin(Options options, std::istream& in);

}  // namespace pycu::driver
