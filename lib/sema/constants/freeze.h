// When a function's globals are frozen: a name that is assigned several times has, in device code,
// the value that it holds at that place of the module.
#pragma once

#include "sema/constants/evaluator.h"
#include "sema/declarations/decorators.h"

namespace pycu::sema {

/// Tells the evaluator from where each function sees the module's names.
///
/// Numba compiles a kernel where it is launched first, or where it is defined when its decorator
/// gives the types; a device function with the first kernel that calls it.
void freeze_globals(Evaluator& evaluator, const DeviceFunctions& functions);

}  // namespace pycu::sema
