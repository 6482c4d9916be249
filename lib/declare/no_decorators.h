// Decorators that seem to be Numba's and are not.
#pragma once

#include <string>

#include "declare/decorators.h"
#include "diag/diagnostics.h"
#include "python/evaluator.h"

namespace pycu::sema {

/// An expression above a function that is none of the known decorators.
struct NoDecorator {
    syntax::ExprId expr;
    ScopeId scope;
    std::string path;  ///< of what it names; empty where nobody knows
};

/// Reports `@cuda.jit` where nothing is called `cuda`, and `@cuda.jti`, which nothing in Numba is
/// called.
void report_no_decorator(const NoDecorator& decorator, Evaluator& evaluator,
                         DeviceFunction& function, diag::Sink& sink);

}  // namespace pycu::sema
