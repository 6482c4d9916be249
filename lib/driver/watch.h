// `--watch`: a run again whenever a file that it has read changes.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "driver/driver.h"

namespace pycu::driver {

/// One run, which tells the paths of what it has read; the result is its exit code.
using Round = std::function<int(std::vector<std::string>& read)>;

/// Runs until Ctrl-C, whose exit code is the result.
int watch(const Options& options, const Streams& streams, const Round& round);

}  // namespace pycu::driver
