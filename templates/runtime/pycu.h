// What a generated .cu includes: one text for nvcc and for a host C++ compiler.
//
// Under nvcc the CUDA names are CUDA's and nothing heavy is included. On the host pycu_host.h
// supplies them: a module is a struct whose base class holds threadIdx, __syncthreads() and so on.
//
//   PYCU_MODULE(heat)  ... constants, device functions, kernels' bodies ...   PYCU_END(heat)
//   PYCU_WRAPPERS(heat)  the functions that every module exports; then for each kernel its entries
//   and the wrapper that starts one of them: PYCU_INT_ENTRIES(heat, step), PYCU_LAUNCH(...)
#ifndef PYCU_INCLUDED
#define PYCU_INCLUDED

#include "pycu_abi.h"
#include "pycu_array.h"
#include "pycu_launch.h"
#include "pycu_module.h"
#include "pycu_optional.h"
#include "pycu_random.h"
#include "pycu_record.h"
#include "pycu_target.h"
#include "pycu_tuple.h"

// What only device code uses.
#ifndef PYCU_LAUNCHER
#include "pycu_atomic.h"
#include "pycu_bits.h"
#include "pycu_math.h"
#include "pycu_numpy.h"
#include "pycu_python.h"
#include "pycu_reduce.h"
#include "pycu_warp.h"
#endif

#endif  // PYCU_INCLUDED
