// `--write-signatures`: the x.sigs.toml that a person completes.
#pragma once

#include <string>

#include "diag/diagnostics.h"
#include "driver/inputs.h"
#include "ir/module.h"

namespace pycu::driver {

/// Adds to the x.sigs.toml beside a source what it does not name yet: every kernel whose types
/// stand nowhere else, with a `?` for what is not known. Entries that are there stay as they are.
/// The result says what it has written: "k.sigs.toml: 2 kernels, 1 `?` to be filled in".
std::string write_signatures(const Input& input, const ir::Module& module, diag::Sink& sink);

}  // namespace pycu::driver
