// The whole of pycu behind its command line: reads, runs the stages, writes. All input and output
// is here.
#pragma once

#include <iosfwd>

#include "driver/options.h"

namespace pycu::driver {

/// Exit codes of the program.
enum ExitCode : int {
    Fine = 0,
    InputErrors = 1,  // also: stale files under --check
    UsageError = 2,   // or a mistake in configuration
    EnvironmentError = 3,
    InternalError = 70,
    Interrupted = 130,
};

/// The streams of a run.
struct Streams {
    std::istream& in;
    std::ostream& out;
    std::ostream& err;
    bool err_is_terminal = false;
};

/// Runs one command; the result is the exit code.
int run(const Options& options, const Streams& streams);

}  // namespace pycu::driver
