// The layout language of generalised ufuncs: `(m,n),(n,p)->(m,p)`.
#pragma once

#include <string_view>
#include <variant>

#include "ir/ufunc.h"
#include "types/signature.h"

namespace pycu::sema {

/// Reads a layout; the problem has its place in the text.
std::variant<ir::CoreLayout, TypeProblem> parse_layout(std::string_view text);

}  // namespace pycu::sema
