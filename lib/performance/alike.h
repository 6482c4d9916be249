// What is wrong with a kernel's accesses, said once for each array and cause. Private to
// performance.
#pragma once

#include <string_view>
#include <vector>

#include "diag/diagnostics.h"
#include "ir/module.h"

namespace pycu::performance {

/// Tells the first of those in the text that have the same code, array, notes and help, whatever
/// these quote, and where the others stand. `arrays` has the names of the arrays, one for each
/// diagnostic.
void tell_alike(const ir::Module& module, const diag::Sink& found,
                const std::vector<std::string_view>& arrays, diag::Sink& sink);

}  // namespace pycu::performance
