// Reading the file of --bindings and the arrays beside it. ../README.md has its form.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "diag/diagnostics.h"
#include "python/bindings.h"

namespace pycu::driver {

/// What the file says; adds the paths that were read. Nothing, and a message, where it is wrong.
std::optional<sema::Bindings> read_bindings(const std::string& path, std::vector<std::string>& read,
                                            diag::Sink& sink);

}  // namespace pycu::driver
