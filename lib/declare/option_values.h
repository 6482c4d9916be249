// The values that the options of `cuda.jit` take.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "python/constants/evaluator.h"

namespace pycu::sema {

/// Whether an option changes what is compiled; what others hold does not matter.
bool says_something(std::string_view option);

/// What an option takes, where this is no such value; otherwise an empty text.
std::string wanted_value(std::string_view option, const Value& value);

/// The keys and values of a dict that is written out in the file: `{"fastmath": True}`,
/// `dict(fastmath=True)`, or a name for one.
std::optional<std::vector<std::pair<std::string, syntax::ExprId>>> dict_items(
    const Evaluator& evaluator, syntax::ExprId expr, ScopeId scope);

}  // namespace pycu::sema
