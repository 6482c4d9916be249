// Sums and dot products, a block at a time.
// Generated from block_reduction.py by pycu: edit block_reduction.py and run pycu again.
//
// How the host launches what block_reduction.cu has.
#include "block_reduction.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(block_reduction)

/// The sum of value over all threads of the block, known to every thread.
__device__ float sum_of_block(float value)
{
    __shared__ float partial[THREADS];
    const int tid = threadIdx.x;
    partial[tid] = value;
    __syncthreads();

    for (int64_t s = THREADS / 2; s > 0; s >>= 1) {
        if (tid < s) {
            partial[tid] += partial[tid + s];
        }
        __syncthreads();
    }
    return partial[0];
}

/// sums[b] is what block b has seen of x, walking through it with the stride of the grid.
PYCU_KERNEL void block_sum(pycu::array<const float, 1> x, pycu::array<float, 1> sums)
{
    float total = 0.0f;
    for (int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x; i < x.size();
         i += int64_t(gridDim.x) * blockDim.x) {
        total += x[i];
    }

    total = pycu_wide::sum_of_block(total);
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = total;
    }
}

/// Add the dot product of x and y to result[0].
PYCU_KERNEL void dot(pycu::array<const float, 1> x, pycu::array<const float, 1> y,
                     pycu::array<float, 1> result)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const float product = i < x.size() ? x[i] * y[i] : 0.0f;
    const float total = pycu_wide::sum_of_block(product);
    if (threadIdx.x == 0) {
        atomicAdd(&result[0], total);
    }
}

PYCU_WIDE_END(block_reduction)

PYCU_WRAPPERS(block_reduction)

PYCU_INT_ENTRIES(block_reduction, block_sum)

int block_reduction_block_sum__a1f4c_a1f4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                           pycu_stream stream, pycu_array_f32_1d x,
                                           pycu_array_f32_1d sums)
{
    return PYCU_LAUNCH(block_reduction, block_sum, fibers, (pycu::c_order(x), pycu::c_order(sums)));
}

PYCU_ALIAS(block_reduction_block_sum, block_reduction_block_sum__a1f4c_a1f4c)

PYCU_INT_ENTRIES(block_reduction, dot)

int block_reduction_dot__a1f4c_a1f4c_a1f4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                           pycu_stream stream, pycu_array_f32_1d x,
                                           pycu_array_f32_1d y, pycu_array_f32_1d result)
{
    return PYCU_LAUNCH(block_reduction, dot, fibers,
                       (pycu::c_order(x), pycu::c_order(y), pycu::c_order(result)));
}

PYCU_ALIAS(block_reduction_dot, block_reduction_dot__a1f4c_a1f4c_a1f4c)
