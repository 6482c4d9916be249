// Shared, local and constant arrays, passed on to device functions; atomics on each.
// Generated from memory.py by pycu: edit memory.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(memory)

static __constant__ const float WEIGHTS[3] = {0.25f, 0.5f, 0.25f};

__device__ float total(pycu::array<const float, 1, int> values, int n)
{
    float result = 0.0f;
    for (int k = 0; k < n; ++k) {
        result += values[k];
    }
    return result;
}

PYCU_KERNEL void memory(pycu::array<float, 1, int> x, pycu::array<int, 1, int> counts)
{
    __shared__ float shared[2][16];
    float private_[4];
    __shared__ int bins[16];
    const int t = threadIdx.x;
    shared[0][t] = x[t];
    shared[1][t] = WEIGHTS[t % 3];
    bins[t] = 0;
    for (int k = 0; k < 4; ++k) {
        private_[k] = shared[k % 2][t] * WEIGHTS[k % 3];
    }
    __syncthreads();
    atomicAdd(&bins[t % 4], 1);
    const int old = atomicMax(&counts[t], bins[t]);
    atomicAdd(&x[0], private_[0]);
    __syncthreads();
    x[t] = double(total(private_, 4) + total(WEIGHTS, 3)) + old + 16.0 + 16.0;
}

PYCU_END(memory)

#include "memory_launch.cuh"
