// What the module-level names of a file hold, for those who call its kernels: `k.BLOCK`.
#pragma once

#include <vector>

#include "ir/module.h"
#include "python/captures.h"
#include "python/evaluator.h"

namespace pycu::sema {

/// Numbers, tuples of them, arrays that device code has as constants, and dtypes: of names of the
/// module and of classes in it, as they are when the module was imported, in source order.
std::vector<ir::Global> find_globals(Evaluator& evaluator, const Arena<ir::Constant>& constants);

/// What a function reads of the variables of functions around it, by name; empty where there are
/// none.
std::vector<ir::Global> find_frozen(Evaluator& evaluator, const Captures& captures,
                                    ScopeId function, const Arena<ir::Constant>& constants);

}  // namespace pycu::sema
