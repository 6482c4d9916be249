// Shared, local and constant arrays, passed on to device functions; atomics on each.
// Generated from memory.py by pycu: edit memory.py and run pycu again.
//
// How the host launches what memory.cu has.
#include "memory.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(memory)

__device__ float total(pycu::array<const float, 1> values, int64_t n)
{
    float result = 0.0f;
    for (int64_t k = 0; k < n; ++k) {
        result += values[k];
    }
    return result;
}

PYCU_KERNEL void memory(pycu::array<float, 1> x, pycu::array<int, 1> counts)
{
    __shared__ float shared[2][16];
    float private_[4];
    __shared__ int bins[16];
    const int t = threadIdx.x;
    shared[0][t] = x[t];
    shared[1][t] = WEIGHTS[t % 3];
    bins[t] = 0;
    for (int64_t k = 0; k < 4; ++k) {
        private_[k] = shared[k % 2][t] * WEIGHTS[k % 3];
    }
    __syncthreads();
    atomicAdd(&bins[t % 4], 1);
    const int old = atomicMax(&counts[t], bins[t]);
    atomicAdd(&x[0], private_[0]);
    __syncthreads();
    x[t] = double(pycu_wide::total(private_, 4) + pycu_wide::total(WEIGHTS, 3)) + old + 16.0 + 16.0;
}

PYCU_WIDE_END(memory)

#if PYCU_HOST
#include "memory_cpu.cuh"
#endif

PYCU_WRAPPERS(memory)

PYCU_INT_ENTRIES(memory, memory)
PYCU_INT_REGIONS(memory, memory)

int memory_memory__a1f4a_a1i4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                               pycu_stream stream, pycu_array_f32_1d x, pycu_array_i32_1d counts)
{
    return PYCU_LAUNCH(memory, memory, regions, (x, counts));
}

PYCU_ALIAS(memory_memory, memory_memory__a1f4a_a1i4a)
