// Where the types of device functions come from: decorator, annotations, --sig, x.sigs.toml,
// pyproject.toml, launches; and what to say when they come from nowhere.
#pragma once

#include "declare/decorators.h"
#include "declare/options.h"
#include "python/evaluator.h"

namespace pycu::sema {

/// Completes the signatures of all functions and checks them against their parameters.
///
/// Afterwards every function that is a kernel and not broken has at least one signature with no
/// result or none; a device function has signatures only where its types are given. The result is
/// whether launches were asked for types.
bool give_signatures(DeviceFunctions& functions, Evaluator& evaluator, const Options& options,
                     diag::Sink& sink);

}  // namespace pycu::sema
