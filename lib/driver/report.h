// Printing what the sink collected, and the exit code that follows from it.
#pragma once

#include "diag/diagnostics.h"
#include "driver/driver.h"

namespace pycu::driver {

/// Prints diagnostics as the options say, up to the error limit.
void print_diagnostics(const diag::Sink& sink, const Files& files, const Options& options,
                       const Streams& streams);

/// Environment before configuration before input; Fine without errors.
int exit_code(const diag::Sink& sink, const Files& files);

}  // namespace pycu::driver
