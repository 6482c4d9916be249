// `pycu fix`: what messages say to write is written.
#pragma once

#include <string>
#include <vector>

#include "diag/diagnostics.h"
#include "driver/driver.h"
#include "driver/options.h"
#include "source/source_file.h"

namespace pycu::driver {

/// What a check of the sources found. The files are those of its ranges.
struct Checked {
    Files files;
    diag::Sink sink;
    std::vector<std::string> sources;  ///< those of folders, too
};

/// Reads and analyzes the sources and writes nothing.
Checked check(const Options& options, const Streams& streams);

/// Applies the edits of messages about the sources until there are none, at most ten times, and
/// writes the texts at the end, all or none. Notebooks and standard input stay as they are. The
/// result is the exit code of a check of the new texts, whose messages are printed.
int fix(Options options, const Streams& streams);

}  // namespace pycu::driver
