// `pycu check` of several sources, side by side.
#pragma once

#include <string>
#include <vector>

#include "driver/driver.h"

namespace pycu::driver {

/// Whether check_side_by_side() is for a run: a check of several files, with messages that need
/// nothing around them.
bool are_side_by_side(const Options& options);

/// Checks the sources in as many processes as -j says, and prints what is told of each in their
/// order, so that nobody sees how many there were: what several sources lead to is told once, with
/// the first of them. Adds the paths of what was read. The result is the exit code.
int check_side_by_side(const Options& options, const Streams& streams,
                       std::vector<std::string>& read);

}  // namespace pycu::driver
