// When functions are compiled: the moments at which their globals are frozen.
#pragma once

#include "declare/decorators.h"
#include "python/constants/evaluator.h"

namespace pycu::sema {

/// Tells the evaluator at which moment of the run each function sees the names around it.
///
/// Numba compiles a kernel where it is launched first, or where it is defined when its decorator
/// gives the types; a device function with the first kernel that calls it.
void freeze_globals(Evaluator& evaluator, const DeviceFunctions& functions);

}  // namespace pycu::sema
