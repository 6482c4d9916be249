// An index that may be negative counts from the end; the test is left out where it cannot be.
// Generated from negative_index.py by pycu: edit negative_index.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(negative_index)

PYCU_KERNEL void border(pycu::array<float, 2, int> u, int k, uint32_t w)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    u(i, j) = u(pycu::wrap(i - 1, u.shape[0]), j);
    u(u.shape[0] - 1, j) = u(pycu::wrap(k, u.shape[0]), w);
    if (k >= 0) {
        u(k, u.shape[1] - 2) = 0.0f;
    }
    if (i > 0) {
        u(i - 1, j) = 1.0f;
    }
    for (int n = 0; n < 3; ++n) {
        u(n, pycu::wrap(k - n, u.shape[1])) = u(i % 5, j / 2);
    }
}

PYCU_END(negative_index)

#include "negative_index_launch.cuh"
