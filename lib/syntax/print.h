// Tree -> text, for tests: one node a line, indented, with its field, its kind and its bytes.
#pragma once

#include <string>

#include "syntax/tree.h"

namespace pycu::syntax {

/// The whole tree. A node reads `field Kind begin-end value`; a list of nodes repeats its field.
std::string print(const Tree& tree);

}  // namespace pycu::syntax
