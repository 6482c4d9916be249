// What a library was built from, as one hash: when it has not changed, no compiler need run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "build/command.h"

namespace pycu::build {

/// The hash of the texts, the runtime, the command lines, the compilers and the variables of the
/// environment that compilers listen to. A compiler is known by its file: path, size and time.
std::string fingerprint(const Toolchain& toolchain, const std::vector<std::string_view>& texts);

}  // namespace pycu::build
