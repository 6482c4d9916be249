// x.json: what a loader needs to launch a module's kernels.
#pragma once

#include "ir/module.h"
#include "manifest/manifest.h"

namespace pycu::emit {

/// The manifest of a module, but for what only the command line knows.
manifest::Manifest describe(const ir::Module& module);

}  // namespace pycu::emit
