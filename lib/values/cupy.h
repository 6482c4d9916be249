// CuPy's arrays: NumPy's meaning, with memory of the device.
#pragma once

#include <functional>

#include "values/functions.h"

namespace pycu::sema {

/// The head of paths of a program that takes CuPy where it is, and else NumPy.
constexpr std::string_view cupy_or_numpy = "cupy_or_numpy";
/// Whether a path is in CuPy, or in that.
bool is_of_cupy(std::string_view path);
/// The path in NumPy of one that is in CuPy; any other as it is.
std::string in_numpy_of_cupy(std::string_view path);

/// Whether a value is an array of CuPy's, or one is among its items.
bool has_cupy_array(const Value& value);
bool has_cupy_array(const CallArguments& args);

/// What a function of NumPy makes of such arguments, where CuPy makes it: arrays of the device, and
/// one of no dimension where NumPy makes a number. `compute` gets arrays of the host for CuPy's.
HostResult computed_in_cupy(std::string_view path, const CallArguments& args,
                            const std::function<HostResult(const CallArguments&)>& compute);
/// The same of two operands, or of an array and an index.
Value computed_in_cupy(const std::vector<Value>& operands,
                       const std::function<Value(const std::vector<Value>&)>& compute);

/// A function of CuPy's by its path: one that has no row of its own is NumPy's.
HostResult call_cupy(std::string_view path, const CallArguments& args);

}  // namespace pycu::sema
