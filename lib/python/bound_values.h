// Values of --bindings that need nothing of the source: expressions, arrays, names of libraries.
#pragma once

#include <optional>
#include <string>

#include "python/bindings.h"

namespace pycu::sema {

/// The value of an expression of np, numba, cuda, types, math and cmath: Unknown where pycu does
/// not know it, nothing where it is no expression.
std::optional<Value> text_value(const std::string& text, TypeTable& types);

/// An array: Unknown where device code can have none of that dtype.
Value array_value(const BoundArray& array);

/// How many bytes an array has; nothing for more than memory has.
std::optional<std::uint64_t> byte_count(const BoundArray& array, std::int64_t item);

/// The size of an element by the name of its dtype; nothing where that is no scalar.
std::optional<std::int64_t> item_size(const std::string& dtype);

/// "numba.cuda.threadIdx", "numpy", "math.pi".
Value path_value(const std::string& path);

}  // namespace pycu::sema
