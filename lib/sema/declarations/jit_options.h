// The arguments of `cuda.jit(...)`: signatures and options.
#pragma once

#include "ir/module.h"
#include "sema/constants/evaluator.h"
#include "sema/declarations/decorators.h"

namespace pycu::sema {

/// Reads a call of cuda.jit into a function: its signatures, whether it is device code only, its
/// options. Reports what is wrong.
void read_jit_call(syntax::ExprId call, ScopeId scope, Evaluator& evaluator,
                   DeviceFunction& function, diag::Sink& sink);

/// What the options mean for the text; they have been checked.
ir::FunctionOptions function_options(const DeviceFunction& function);

}  // namespace pycu::sema
