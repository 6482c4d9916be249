// Module constants, device functions and kernel bodies.
#pragma once

#include "emit/exprs.h"
#include "emit/options.h"
#include "emit/parts.h"
#include "emit/text_writer.h"
#include "ir/module.h"

namespace pycu::emit {

/// `static constexpr int BLOCK = 256;` and `static __constant__ const float MASK[5][5] = {...};`
void print_constants(const ir::Module& module, const Part& part, TextWriter& out);

/// `__device__ double laplacian(pycu::array<const float, 2> u, int64_t i, int64_t j) { ... }`
void print_functions(const ir::Module& module, const Part& part, const StandIns& stand_ins,
                     const Options& options, TextWriter& out);

/// The functions whose text is that of an earlier specialisation, which stands for them. It prints
/// every function that may have a stand-in: once for a module.
StandIns find_stand_ins(const ir::Module& module, const Options& options);

}  // namespace pycu::emit
