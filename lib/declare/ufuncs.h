// The arguments of `vectorize(...)`, `guvectorize(...)` and `reduce(...)`.
#pragma once

#include <string_view>

#include "declare/decorators.h"
#include "python/constants/evaluator.h"

namespace pycu::sema {

/// Reads a call of one of them, which has the path "numba.vectorize" or the like, into a function:
/// its kind, its signatures, its layout. The call is not valid for a bare `@cuda.reduce`. Reports
/// what is wrong.
void read_ufunc_call(std::string_view path, syntax::ExprId call, ScopeId scope,
                     Evaluator& evaluator, DeviceFunction& function, diag::Sink& sink);

/// Checks the signatures of a ufunc, all of them known by now, against its parameters and layout.
void check_ufunc(DeviceFunction& function, Evaluator& evaluator, diag::Sink& sink);

}  // namespace pycu::sema
