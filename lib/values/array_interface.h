// The dict by which libraries hand each other arrays on the device, as Numba, CuPy and PyTorch make
// it: https://nvidia.github.io/numba-cuda/user/cuda_array_interface.html
#pragma once

#include "values/functions.h"

namespace pycu::sema {

constexpr const char* device_interface = "__cuda_array_interface__";

/// What an array has under that name.
Value interface_of(const HostArray& array);
/// The array that such a dict describes; nothing where its rank, dtype or strides are not known.
HostResult array_of_interface(const Value& interface);

}  // namespace pycu::sema
