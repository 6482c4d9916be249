// Launches that Numba or CUDA refuses.
#pragma once

#include <vector>

#include "declare/decorators.h"
#include "diag/diagnostics.h"
#include "ir/module.h"
#include "python/evaluator.h"

namespace pycu::sema {

/// Warns of launches of what is no kernel, of those whose brackets no GPU takes, and of those whose
/// arguments the types of a kernel do not take that are said elsewhere.
void check_launches(Evaluator& evaluator, const DeviceFunctions& functions, diag::Sink& sink);

/// The launches of kernels whose blocks are known.
std::vector<ir::KnownLaunch> known_launches(Evaluator& evaluator, const DeviceFunctions& functions);

}  // namespace pycu::sema
