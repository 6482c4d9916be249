// The record types that a module's functions use.
#pragma once

#include <vector>

#include "ir/module.h"

namespace pycu::ir {

/// Each record once, behind those inside it; without the state of the generators, which the
/// runtime header has.
std::vector<Type> records_of(const Module& module);

}  // namespace pycu::ir
