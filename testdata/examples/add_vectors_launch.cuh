// Adds two vectors.
// Generated from add_vectors.py by pycu: edit add_vectors.py and run pycu again.
//
// How the host launches what add_vectors.cu has.
#include "add_vectors.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(add_vectors)

PYCU_KERNEL void add_vectors(pycu::array<const int64_t, 1> a, pycu::array<const int64_t, 1> b,
                             pycu::array<int64_t, 1> result)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < a.size()) {
        result[i] = a[i] + b[i];
    }
}

PYCU_WIDE_END(add_vectors)

#if PYCU_HOST
#include "add_vectors_cpu.cuh"
#endif

PYCU_WRAPPERS(add_vectors)

PYCU_INT_ENTRIES(add_vectors, add_vectors)
PYCU_LONG_ROWS_OF(add_vectors, add_vectors, x)

int add_vectors_add_vectors__a1i8a_a1i8a_a1i8a(pycu_dim3 grid, pycu_dim3 block,
                                               uint32_t shared_bytes, pycu_stream stream,
                                               pycu_array_i64_1d a, pycu_array_i64_1d b,
                                               pycu_array_i64_1d result)
{
    return PYCU_LAUNCH(add_vectors, add_vectors, loops, (a, b, result));
}

PYCU_ALIAS(add_vectors_add_vectors, add_vectors_add_vectors__a1i8a_a1i8a_a1i8a)
