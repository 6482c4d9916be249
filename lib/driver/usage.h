// What can be wrong with options that parsed.
#pragma once

#include "diag/diagnostics.h"
#include "driver/options.h"

namespace pycu::driver {

/// Reports options that contradict each other or name what does not exist.
void check_usage(const Options& options, diag::Sink& sink);

/// Whether a run can be made again: it reads no standard input and compares nothing.
bool can_be_repeated(const Options& options);

/// Reports values alone: names of types, warnings and architectures that there are not.
void check_values(const Options& options, diag::Sink& sink);

}  // namespace pycu::driver
