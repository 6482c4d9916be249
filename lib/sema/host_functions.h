// Collects the functions that the host calls.
#pragma once

#include "declare/decorators.h"
#include "lower/instances.h"

namespace pycu::sema {

/// Gives the module its host functions: device functions with a signature. Reports those whose
/// arguments or results the host cannot have.
void find_host_functions(const DeviceFunctions& functions, Instances& instances, diag::Sink& sink);

}  // namespace pycu::sema
