// Tells where a number of Python's, or an argument, makes float32 arithmetic double precision
// (--performance).
#pragma once

#include "diag/diagnostics.h"
#include "ir/module.h"
#include "syntax/tree.h"

namespace pycu::sema {

/// Warns of each float64 argument of a kernel, and of each statement whose numbers make operations
/// of float32 double precision, with how many and what to write.
///
/// What is counted are arithmetic, comparisons and functions of math and NumPy; conversions are
/// not. A number counts what its own statement does because of it, and what others do with
/// variables, parameters and results that are float64 because of it: with `acc = 0.0`, each `acc +=
/// x`. What two such numbers make double is counted for both, since each of them is enough.
void tell_double_arithmetic(const ir::Module& module, const syntax::Tree& tree, diag::Sink& sink);

}  // namespace pycu::sema
