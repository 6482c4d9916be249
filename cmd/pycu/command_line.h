// argv -> driver::Options, by the table of options (driver/options.def).
#pragma once

#include <optional>

#include "driver/options.h"

namespace pycu {

/// What the arguments ask for. Nothing where that is done with them, or they are wrong, which is
/// then told: `code` is the exit code.
std::optional<driver::Options> read_command_line(int argc, char** argv, int& code);

}  // namespace pycu
