// Adds two vectors.
// Generated from add_vectors.py by pycu: edit add_vectors.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(add_vectors)

PYCU_KERNEL void add_vectors(pycu::array<const int64_t, 1, int> a,
                             pycu::array<const int64_t, 1, int> b,
                             pycu::array<int64_t, 1, int> result)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < a.size()) {
        result[i] = a[i] + b[i];
    }
}

PYCU_END(add_vectors)

#include "add_vectors_launch.cuh"
