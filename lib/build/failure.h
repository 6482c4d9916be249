// What a compiler said when it failed, as diagnostics. Private to the stage.
#pragma once

#include <string>

#include "build/build.h"

namespace pycu::build {

/// A compiler that failed.
struct Failure {
    std::string program;
    const Linked* linked = nullptr;  // the code of others that it compiled
    std::string output;
    int code = 0;
};

/// Holds the compiler's complaints against the texts that were written, and reports them.
Outcome report(const Failure& failure, const Request& request, diag::Sink& sink);

}  // namespace pycu::build
