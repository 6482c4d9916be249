// IR as text, for tests and `pycu inspect --ir`.
//
// It reads like Python with every conversion and every type written out. Operands stand in
// parentheses, an index that may be negative is marked `wrap`, and a local whose name another one
// has too shows its number: `x.3`. Names are those of C++ once spell_names has given them; what
// find_intervals has proven of an assigned value stands behind it: `# 0 to 31`.
#pragma once

#include <string>

#include "ir/module.h"

namespace pycu::ir {

/// The whole module: constants, then functions.
std::string print(const Module& module);

/// One function.
std::string print(const Module& module, const Function& function);

/// One expression of a function.
std::string print(const Module& module, const Function& function, ExprId expr);

}  // namespace pycu::ir
