// The record types and named tuples that a module uses, and that its text needs structs for.
#pragma once

#include <vector>

#include "ir/module.h"

namespace pycu::ir {

/// Each record once, behind those inside it; without the state of the generators, which the
/// runtime header has.
std::vector<Type> records_of(const Module& module);

/// Each named tuple once, behind those inside it.
std::vector<Type> named_tuples(const Module& module);

}  // namespace pycu::ir
