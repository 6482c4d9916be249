// The named tuples that a module's text needs structs for.
#pragma once

#include <vector>

#include "ir/module.h"

namespace pycu::ir {

/// The types of named tuples that values of the module have, those inside others first.
std::vector<Type> named_tuples(const Module& module);

}  // namespace pycu::ir
