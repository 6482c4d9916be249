// Tree -> ir::Module: which functions are device code, what their names mean, what types they have.
#pragma once

#include "declare/options.h"
#include "diag/diagnostics.h"
#include "ir/module.h"
#include "syntax/tree.h"

namespace pycu::sema {

/// Types the device code of a file. Reports what it refuses and leaves it out.
ir::Module analyze(const syntax::Tree& tree, const Options& options, diag::Sink& sink);

}  // namespace pycu::sema
