// Who calls and launches the functions of a program.
#pragma once

#include <vector>

#include "declare/decorators.h"
#include "python/evaluator.h"

namespace pycu::sema {

/// For each function whether device code of the file calls it, directly or through undecorated
/// helpers, and whether host code says `k[grid, block]` or `k.forall(n)`.
struct Calls {
    std::vector<bool> called;
    std::vector<bool> launched;
};

/// Finds them, and `functions.callees`.
Calls find_calls(Evaluator& evaluator, DeviceFunctions& functions);

/// Whether it is worth asking what a callee is: names, attributes and calls of them.
bool may_name_function(const syntax::Tree& tree, syntax::ExprId callee);

}  // namespace pycu::sema
