// Values of --bindings that need nothing of the source: expressions, arrays, names of libraries.
#pragma once

#include <optional>
#include <string>

#include "python/bindings.h"
#include "values/host_values.h"

namespace pycu::sema {

/// The value of an expression of np, numba, cuda, types, math and cmath: Unknown where pycu does
/// not know it, nothing where it is no expression.
std::optional<Value> text_value(const std::string& text, TypeTable& types);

/// An array with elements of that dtype.
Value array_value(const BoundArray& array, const HostDtype& dtype, const TypeTable& types);

/// Memory of the running program as an array.
Value memory_value(const BoundMemory& memory, const HostDtype& dtype);

/// How many bytes an array has; nothing for more than memory has.
std::optional<std::uint64_t> byte_count(const BoundArray& array, std::int64_t item);

/// "float32", "np.dtype([...])"; nothing for what device code can have no arrays of.
std::optional<HostDtype> bound_dtype(const std::string& text, TypeTable& types);

/// "numba.cuda.threadIdx", "numpy", "math.pi".
Value path_value(const std::string& path);

}  // namespace pycu::sema
