// What stands behind PYCU_END: the entries that a launch starts, and the wrappers that C callers
// and the loader call.
#pragma once

#include <string>
#include <vector>

#include "emit/exprs.h"
#include "emit/options.h"
#include "emit/text_writer.h"
#include "ir/module.h"

namespace pycu::emit {

/// Prints the entries and wrappers of all kernels.
void print_launchers(const ir::Module& module, const StandIns& stand_ins, const Options& options,
                     TextWriter& out);

/// The names of a kernel's entries, the preferred one first: "contiguous", "strided".
std::vector<std::string> entry_names(const ir::Function& function, const TypeTable& types);

}  // namespace pycu::emit
