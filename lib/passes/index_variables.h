// Variables that are for nothing but indices. Private to passes.
#pragma once

#include <vector>

#include "ir/module.h"

namespace pycu::passes {

/// The int64 variables that a text for few elements may keep in an int, whatever they may hold: all
/// that reads them are indices, and sums and products that indices are computed from. What an int
/// does not hold is no index of an array of that text, and no other's either once it is added to.
std::vector<bool> find_index_variables(const ir::Function& function);

/// Clears `Subscript::wraps` of sums and products of what is never negative: 64 bits hold each that
/// is an element's, although nothing else bounds it. `is_index`: the variables found above.
void keep_positive_indices(ir::Function& function, const std::vector<bool>& is_index);

}  // namespace pycu::passes
