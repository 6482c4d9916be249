// The ufuncs of a module: device functions that stand under @vectorize, @guvectorize, @reduce.
#pragma once

#include <vector>

#include "declare/decorators.h"
#include "ir/ufunc.h"
#include "lower/instances.h"

namespace pycu::sema {

/// The ufuncs whose functions are sound, when their instances are finished; reports results that
/// a ufunc cannot have.
std::vector<ir::Ufunc> find_ufuncs(DeviceFunctions& functions, Instances& instances,
                                   diag::Sink& sink);

}  // namespace pycu::sema
