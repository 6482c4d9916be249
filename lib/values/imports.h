// Names of modules, by what they are: `import numpy as np`, `np.float32`, `cuda.types.float32`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "values/value.h"

namespace pycu::sema {

/// The module of an import, under its one name: "numba.core.types" is "numba.types".
Value module_value(std::string_view path, Range range);

/// `path.name` where `path` is a module or anything else with a dotted name: a type, a constant
/// such as math.pi, or again a dotted name. Nothing is checked: `math.foo` is "math.foo".
Value module_member(std::string_view path, std::string_view name, Range range);

/// `from module import name`, `from ..module import name`.
Value imported_member(std::string_view module, int level, std::string_view name, Range range);

/// What `from module import *` makes of a name; nothing when the module has no such name, Unknown
/// when nobody can tell because the module is not one of those that pycu knows.
std::optional<Value> star_member(std::string_view module, std::string_view name, Range range);

/// A builtin of Python's: a type, "builtins.len"; nothing for an unknown name.
std::optional<Value> builtin(std::string_view name);

}  // namespace pycu::sema
