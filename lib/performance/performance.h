// Tells what makes kernels slow on a GPU (--performance), but for double precision, which
// sema/double_arithmetic.h has.
#pragma once

#include "diag/diagnostics.h"
#include "ir/module.h"

namespace pycu::performance {

/// Warns of what is proven of a module whose passes have run, each finding with its place, the
/// reason, a figure and what to write. What is not known while compiling is no finding.
void tell(const ir::Module& module, diag::Sink& sink);

}  // namespace pycu::performance
