// Which compiler reads the text, nvcc or a host compiler.
//
// A host compiler that has PYCU_LAUNCHER reads how the kernels are launched that nvcc has compiled
// apart from it: nothing of the device but the kernels' parameters (Unit::launcher in emit/emit.h).
#pragma once

#if !defined(__CUDACC__)
// With libstdc++ <math.h> has the special functions of C++17 in it, and with them more than half of
// all that a kernel's text includes. Nothing here calls one.
#include <cstddef>
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#endif

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "pycu_abi.h"
#include "pycu_engine.h"
#include "pycu_inline.h"

#if defined(__CUDACC__)
#define PYCU_HOST 0
#elif defined(PYCU_LAUNCHER)
#define PYCU_HOST 0
#include <cuda_runtime_api.h>
#else
#define PYCU_HOST 1
#include "pycu_host.h"

// What fastmath=True computes with; a host has nothing faster.
#define __cosf cosf
#define __expf expf
#define __fdividef(x, y) ((x) / (y))
#define __log10f log10f
#define __log2f log2f
#define __logf logf
#define __powf powf
#define __sinf sinf
#define __tanf tanf
#endif
