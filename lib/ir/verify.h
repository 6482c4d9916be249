// What every module of the IR satisfies, between sema and emit.
//
// - Every id names something, every statement stands in one place only.
// - Every expression has a type, never `error`, and its operands have the types that expr.h says;
//   so a value has the type of the variable, element, parameter or result that takes it.
// - Device functions stand before their callers, recursion apart.
// - `break` and `continue` stand in loops; a kernel returns nothing; an elif stands alone.
#pragma once

#include <string>

#include "ir/module.h"

namespace pycu::ir {

/// What is wrong first, with the function and the text of the place; empty when nothing is.
std::string find_problem(const Module& module);

/// Ends the program with an internal error when something is wrong. `after` is what ran last.
void verify(const Module& module, const char* after);

}  // namespace pycu::ir
