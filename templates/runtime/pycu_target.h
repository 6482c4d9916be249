// Which compiler reads the text, nvcc or a host compiler, and the marks of inline functions for it.
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "pycu_abi.h"

#if defined(__CUDACC__)
#define PYCU_HOST 0
// for functions that both sides may call, and for those of the device
#define PYCU_INLINE __host__ __device__ __forceinline__
#define PYCU_DEVICE __device__ __forceinline__
#else
#define PYCU_HOST 1
#define PYCU_INLINE inline __attribute__((always_inline))
#define PYCU_DEVICE PYCU_INLINE
#include "pycu_host.h"
#endif
