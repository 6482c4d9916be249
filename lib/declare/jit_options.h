// The arguments of `cuda.jit(...)`: signatures and options.
#pragma once

#include "declare/decorators.h"
#include "ir/module.h"
#include "python/constants/evaluator.h"

namespace pycu::sema {

/// Reads a call of cuda.jit into a function: its signatures, whether it is device code only, its
/// options. Reports what is wrong.
void read_jit_call(syntax::ExprId call, ScopeId scope, Evaluator& evaluator,
                   DeviceFunction& function, diag::Sink& sink);

/// Adds the signatures of a value, one or a list of them, to a function.
void read_signature_values(const Value& value, syntax::ExprId expr, ScopeId scope,
                           Evaluator& evaluator, DeviceFunction& function, diag::Sink& sink);

/// What the options mean for the text; they have been checked.
ir::FunctionOptions function_options(const DeviceFunction& function);

}  // namespace pycu::sema
