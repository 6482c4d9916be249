// Functions that factories made in a run, with the values that they hold: [closures].
#pragma once

#include <vector>

#include "diag/diagnostics.h"
#include "python/closures.h"
#include "source/source_file.h"

namespace pycu::sema {

/// What the entries of an x.sigs.toml say, in the order of their names. Reports those that are no
/// closures; they are left out, and their names are in `broken`.
std::vector<GivenClosure> read_closures(const SourceFile& file, std::vector<std::string>& broken,
                                        diag::Sink& sink);

}  // namespace pycu::sema
