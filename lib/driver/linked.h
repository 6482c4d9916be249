// The code of others that modules link: where it lies and what it is made of.
#pragma once

#include <string>
#include <vector>

#include "build/build.h"
#include "diag/diagnostics.h"
#include "driver/options.h"
#include "ir/module.h"

namespace pycu::driver {

/// What one module links. Files are looked for beside the module's source.
struct LinkedInputs {
    std::vector<build::Linked> inputs;
    /// Their names, kinds and texts, and the texts that they include: what a library is made of.
    std::vector<std::string> pieces;
    /// The files that were read.
    std::vector<std::string> files;
};

/// Finds and reads them; `false` in a build that cannot be, after a report.
bool read_linked(const ir::Module& module, const build::Toolchain& toolchain, LinkedInputs& linked,
                 diag::Sink& sink);

}  // namespace pycu::driver
