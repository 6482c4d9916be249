// Reductions in the texts of a module: x_reduce.cu, prototypes, C++ forms.
#pragma once

#include "emit/exprs.h"
#include "emit/text_writer.h"
#include "ir/module.h"

namespace pycu::emit {

/// The operators and the C functions: what stands in x_reduce.cu behind the device functions.
void print_reductions(const ir::Module& module, const StandIns& stand_ins, TextWriter& out);

/// The declarations of the C functions.
void print_reduction_prototypes(const ir::Module& module, TextWriter& out);

/// The C++ forms.
void print_reduction_overloads(const ir::Module& module, TextWriter& out);

}  // namespace pycu::emit
