// What CUDA C++ that is linked with a module is compiled with on the host, in front of it: CUDA's
// words, and the headers that nvcc includes by itself.
//
// A function sees its arguments and no thread: threadIdx and barriers belong to modules.
#ifndef PYCU_LINKED_INCLUDED
#define PYCU_LINKED_INCLUDED

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define __device__
#define __host__
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __constant__ const

#endif  // PYCU_LINKED_INCLUDED
