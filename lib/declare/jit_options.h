// The arguments of decorators: of `cuda.jit(...)`, `vectorize(...)`, `guvectorize(...)` and
// `reduce(...)`.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "declare/decorators.h"
#include "ir/module.h"
#include "ir/ufunc.h"
#include "python/evaluator.h"
#include "types/signature.h"

namespace pycu::sema {

/// A call of `cuda.jit(...)` or of a decorator like it.
struct JitCallSite {
    syntax::ExprId call;
    ScopeId scope;
    /// What the call was given in the run; null where what stands there has one value.
    std::shared_ptr<const JitArguments> given;
};

/// Reads a call of cuda.jit into a function: its signatures, whether it is device code only, its
/// options. Reports what is wrong.
void read_jit_call(const JitCallSite& site, Evaluator& evaluator, DeviceFunction& function,
                   diag::Sink& sink);

/// Adds the signatures of a value, one or a list of them, to a function.
void read_signature_values(const Value& value, syntax::ExprId expr, ScopeId scope,
                           Evaluator& evaluator, DeviceFunction& function, diag::Sink& sink);

/// What the options mean for the text; they have been checked.
ir::FunctionOptions function_options(const DeviceFunction& function);

// ---- The values that the options of `cuda.jit` take.

/// Whether an option changes what is compiled; what others hold does not matter.
bool says_something(std::string_view option);

/// What an option takes, where this is no such value; otherwise an empty text.
std::string wanted_value(std::string_view option, const Value& value);

// ---- The arguments of `vectorize(...)`, `guvectorize(...)` and `reduce(...)`.

/// Reads a call of one of them, which has the path "numba.vectorize" or the like, into a function:
/// its kind, its signatures, its layout. The call is not valid for a bare `@cuda.reduce`. Reports
/// what is wrong.
void read_ufunc_call(std::string_view path, syntax::ExprId call, ScopeId scope,
                     Evaluator& evaluator, DeviceFunction& function, diag::Sink& sink);

/// Checks the signatures of a ufunc, all of them known by now, against its parameters and layout.
void check_ufunc(DeviceFunction& function, Evaluator& evaluator, diag::Sink& sink);

// ---- The layout language of generalised ufuncs: `(m,n),(n,p)->(m,p)`.

/// Reads a layout; the problem has its place in the text.
std::variant<ir::CoreLayout, TypeProblem> parse_layout(std::string_view text);

}  // namespace pycu::sema
