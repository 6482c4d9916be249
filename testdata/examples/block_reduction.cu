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

    int s = THREADS / 2;
    while (s > 0) {
        if (tid < s) {
            partial[tid] += partial[tid + s];
        }
        __syncthreads();
        s >>= 1;
    }
    return partial[0];
}

/// sums[b] is what block b has seen of x, walking through it with the stride of the grid.
__device__ void block_sum(pycu::array<const float, 1, int> x, pycu::array<float, 1, int> sums)
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
__device__ void dot(pycu::array<const float, 1, int> x, pycu::array<const float, 1, int> y,
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

// How the host launches the kernels above.
#include "block_reduction.h"
#include "block_reduction_wide.cuh"

PYCU_ENTRIES(block_reduction)

__global__ void block_sum__contiguous(const float* __restrict__ x, int x__0,
    float* __restrict__ sums, int sums__0)
{
    block_sum(pycu::packed(x, x__0), pycu::packed(sums, sums__0));
}

__global__ void dot__contiguous(const float* __restrict__ x, int x__0, const float* __restrict__ y,
    int y__0, float* __restrict__ result, int result__0)
{
    dot(pycu::packed(x, x__0), pycu::packed(y, y__0), pycu::packed(result, result__0));
}

PYCU_ENTRIES_END(block_reduction)

PYCU_WRAPPERS(block_reduction)

int block_reduction_block_sum__a1f4c_a1f4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_1d x, pycu_array_f32_1d sums)
{
    pycu::Launch launch(block_reduction_report__, "block_sum", grid, block, shared_bytes, stream);
    launch.reads("x", x, pycu::Layout::C);
    launch.writes("sums", sums, pycu::Layout::C);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(block_reduction, block_sum, contiguous, fibers), x.data,
            int(x.shape[0]), sums.data, int(sums.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(block_reduction, block_sum, strided, fibers), x.data,
        pycu::shape(x), pycu::strides(x), sums.data, pycu::shape(sums), pycu::strides(sums));
}

int block_reduction_block_sum(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_1d x, pycu_array_f32_1d sums)
{
    return block_reduction_block_sum__a1f4c_a1f4c(grid, block, shared_bytes, stream, x, sums);
}

int block_reduction_dot__a1f4c_a1f4c_a1f4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_1d x, pycu_array_f32_1d y, pycu_array_f32_1d result)
{
    pycu::Launch launch(block_reduction_report__, "dot", grid, block, shared_bytes, stream);
    launch.reads("x", x, pycu::Layout::C);
    launch.reads("y", y, pycu::Layout::C);
    launch.writes("result", result, pycu::Layout::C);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(block_reduction, dot, contiguous, fibers), x.data,
            int(x.shape[0]), y.data, int(y.shape[0]), result.data, int(result.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(block_reduction, dot, strided, fibers), x.data,
        pycu::shape(x), pycu::strides(x), y.data, pycu::shape(y), pycu::strides(y), result.data,
        pycu::shape(result), pycu::strides(result));
}

int block_reduction_dot(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f32_1d x, pycu_array_f32_1d y, pycu_array_f32_1d result)
{
    return block_reduction_dot__a1f4c_a1f4c_a1f4c(grid, block, shared_bytes, stream, x, y, result);
}
