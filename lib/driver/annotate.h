// `pycu annotate`: which pages there are, and what stands on each.
#pragma once

#include <deque>

#include "diag/diagnostics.h"
#include "driver/analysis.h"
#include "driver/inputs.h"
#include "driver/options.h"

namespace pycu::driver {

/// Writes a page for each source; what came of their analysis may be in error.
void annotate(const Options& options, const Inputs& inputs, std::deque<Analyzed>& analyzed,
              const Files& files, const Streams& streams, diag::Sink& sink);

}  // namespace pycu::driver
