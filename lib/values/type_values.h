// Numba's types as values: `float32[:, ::1]`, `void(int32)`, `types.Array(...)`, `numba.typeof(x)`.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "types/type.h"
#include "values/elements.h"
#include "values/value.h"

namespace pycu::sema {

/// `type[slices...]`: an array type.
Value subscript_type(const TypeObject& type, const std::vector<values::Index>& indices,
                     const TypeTable& table, Range range);

/// `type(args...)`: a signature of types, or a number converted.
Value call_type(const TypeObject& type, const CallArguments& args, TypeTable& table, Range range);

/// `types.Array(...)`, `types.UniTuple(...)`, `types.Tuple(...)`; what pycu has not is later.
Value call_type_constructor(std::string_view name, const CallArguments& args, TypeTable& table,
                            Range range);

/// `numba.typeof(value)`.
Value typeof_value(const Value& value, TypeTable& table, Range range);

/// Why a value is no type in a signature: "`np.float32` is NumPy's; Numba's is `float32`".
std::string why_no_type(const Value& value, const TypeTable& table);

}  // namespace pycu::sema
