// Types to look for errors with in the body of a kernel that is in error itself.
#pragma once

#include <optional>
#include <vector>

#include "declare/decorators.h"
#include "declare/launches.h"
#include "python/evaluator.h"

namespace pycu::sema {

/// Lets the body be looked at with what is known of the parameters' types.
void try_with(DeviceFunction& function, const Evaluator& evaluator,
              const std::vector<std::optional<Type>>& known);
/// With those of the launches that are sound, or what those in error say of single arguments.
void try_with_launches(DeviceFunction& function, const Evaluator& evaluator,
                       const LaunchTypes& launched);

}  // namespace pycu::sema
