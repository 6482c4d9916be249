// What is in error and would be left out by --keep-going.
#pragma once

#include <vector>

#include "lower/instances.h"

namespace pycu::sema {

/// Device code that cannot be compiled, with the code of the first error that says why. A helper
/// is listed where its own decorator is in error; otherwise only the kernels that call it are.
std::vector<ir::Skipped> find_skipped(const syntax::Tree& tree, const DeviceFunctions& functions,
                                      Instances& instances, const std::vector<InstanceId>& roots,
                                      const diag::Sink& sink);

}  // namespace pycu::sema
