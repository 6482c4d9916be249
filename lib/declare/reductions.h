// The types of reductions: of the arrays that the host code reduces.
#pragma once

#include "declare/launches.h"

namespace pycu::sema {

/// Gives a reduction without signatures those of its calls, `total(a)`, which stand among the
/// launches; reports arrays of other ranks than 1, and a reduction whose types nobody says.
void give_reduction_types(DeviceFunction& function, const std::vector<Launch>& calls,
                          Evaluator& evaluator, diag::Sink& sink);

/// Checks the signatures of a reduction, all of them known by now.
void check_reduction(DeviceFunction& function, Evaluator& evaluator, diag::Sink& sink);

}  // namespace pycu::sema
