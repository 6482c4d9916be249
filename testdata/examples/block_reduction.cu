// Sums and dot products, a block at a time.
// Generated from block_reduction.py by pycu: edit block_reduction.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(block_reduction)

static constexpr int THREADS = 128;

/// The sum of value over all threads of the block, known to every thread.
__device__ float sum_of_block(float value)
{
    __shared__ float partial[THREADS];
    const int tid = threadIdx.x;
    partial[tid] = value;
    __syncthreads();

    for (int s = THREADS / 2; s > 0; s >>= 1) {
        if (tid < s) {
            partial[tid] += partial[tid + s];
        }
        __syncthreads();
    }
    return partial[0];
}

/// sums[b] is what block b has seen of x, walking through it with the stride of the grid.
PYCU_KERNEL void block_sum(pycu::array<const float, 1, int> x, pycu::array<float, 1, int> sums)
{
    float total = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < x.size(); i += gridDim.x * blockDim.x) {
        total += x[i];
    }

    total = sum_of_block(total);
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = total;
    }
}

/// Add the dot product of x and y to result[0].
PYCU_KERNEL void dot(pycu::array<const float, 1, int> x, pycu::array<const float, 1, int> y,
                     pycu::array<float, 1, int> result)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float product = i < x.size() ? x[i] * y[i] : 0.0f;
    const float total = sum_of_block(product);
    if (threadIdx.x == 0) {
        atomicAdd(&result[0], total);
    }
}

PYCU_END(block_reduction)

#include "block_reduction_launch.cuh"
