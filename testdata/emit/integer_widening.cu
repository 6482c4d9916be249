// pycu: --sig 'widen=void(int32[:], int32, int32, int64[:])'
// int32 operands are widened before they are added, and stay as they are where nothing could tell.
// Generated from integer_widening.py by pycu: edit integer_widening.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(integer_widening)

PYCU_KERNEL void widen(pycu::array<int, 1, int> a, int m, int n, pycu::array<int64_t, 1, int> out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = int64_t(a[i]) + m;
    out[i] = int64_t(m) * n - 1;
    out[i] = -m;
    a[i] = m + n;
    a[i] += m;
    const int t = threadIdx.x;
    out.wrapped(t - 1) = t + 1;
    out[0] = t * 4 + blockDim.x;
    a[i] = m * 747796405u + n;  // meant to wrap round, which an int must not
}

/// A counter of blocks, and what is a multiple of it, is an int where the blocks are few.
PYCU_KERNEL void tiles(pycu::array<const float, 1, int> a, pycu::array<float, 1, int> out)
{
    const int t = threadIdx.x;
    double total = 0.0;
    for (int block = 0; block < int(gridDim.x); ++block) {
        if (t + block * 16 < a.size()) {
            total += a[t + block * 16];
        }
    }
    out[t] = total;
}

/// What an int keeps of a sum is looked at behind a barrier, as a step's, and at once.
PYCU_KERNEL void looked_at(pycu::array<const int, 1, int> x, pycu::array<int, 1, int> y,
                           pycu::array<int, 1, int> out, pycu::array<int64_t, 1, int> sums)
{
    __shared__ int part[64];
    const int t = threadIdx.x;
    part[t] += x[t] + y[t];
    __syncthreads();
    sums[t] = part[t];
    y[t] -= 1;
    if (y[t] == 0) {
        sums[0] = 1;
    }
    out[t] = int64_t(x[t]) + x[t + 1];
    if (out[t] == -2) {  // a sum that goes round may be a small number, too
        sums[1] = 1;
    }
}

PYCU_END(integer_widening)

#include "integer_widening_launch.cuh"
