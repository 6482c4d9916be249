// How the program writes the numbers that it knows while compiling: `TILE + 1`, `3.0 * nu + 0.5`.
#pragma once

#include "ir/formula.h"
#include "lower/instances.h"
#include "values/value.h"

namespace pycu::sema {

/// The expression of which C++ computes `number`, in its type or, of an integer, as an int; empty
/// where the program writes a number alone, or what C++ has no plain operators for.
///
/// Its names are those of `scope`; those of constants are added to the module's.
ir::Formula formula_of(Instances& instances, syntax::ExprId expr, ScopeId scope,
                       const NumberValue& number);

}  // namespace pycu::sema
