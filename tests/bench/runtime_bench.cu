// Two kernels as pycu writes them, for runtime_bench.cpp: one without and one with barriers.
#include "pycu.h"

PYCU_MODULE(speed)

__device__ void saxpy(float a, pycu::array<const float, 1> x, pycu::array<float, 1> y)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < x.shape[0]) {
        y[i] = a * x[i] + y[i];
    }
}

__device__ void block_sum(pycu::array<const float, 1> x, pycu::array<float, 1> result)
{
    __shared__ float partial[256];
    const int t = threadIdx.x;
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + t;
    partial[t] = i < x.shape[0] ? x[i] : 0.0f;
    __syncthreads();
    int64_t half = blockDim.x / 2;
    while (half > 0) {
        if (t < half) {
            partial[t] += partial[t + half];
        }
        __syncthreads();
        half /= 2;
    }
    if (t == 0) {
        result[blockIdx.x] = partial[0];
    }
}

PYCU_END(speed)

PYCU_ENTRIES(speed)

__global__ void saxpy__contiguous(float a, const float* __restrict__ x, pycu::extents<1> x__shape, float* __restrict__ y, pycu::extents<1> y__shape)
{
    saxpy(a, pycu::view_c(x, x__shape), pycu::view_c(y, y__shape));
}

__global__ void saxpy__strided(float a, const float* x, pycu::extents<1> x__shape, pycu::extents<1> x__strides, float* y, pycu::extents<1> y__shape, pycu::extents<1> y__strides)
{
    saxpy(a, pycu::view_a(x, x__shape, x__strides), pycu::view_a(y, y__shape, y__strides));
}

__global__ void block_sum__contiguous(const float* __restrict__ x, pycu::extents<1> x__shape, float* __restrict__ result, pycu::extents<1> result__shape)
{
    block_sum(pycu::view_c(x, x__shape), pycu::view_c(result, result__shape));
}

PYCU_ENTRIES_END(speed)

static thread_local pycu::Report speed__report;

extern "C" int speed_saxpy(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream, float a, pycu_array_f32_1d x, pycu_array_f32_1d y)
{
    pycu::Launch launch(speed__report, "saxpy", grid, block, shared_bytes, stream);
    launch.reads("x", x, pycu::Layout::A);
    launch.writes("y", y, pycu::Layout::A);
    if (launch.is_contiguous()) {
        return launch.run(PYCU_ENTRY(speed, saxpy, contiguous, loops), a, x.data, pycu::shape(x), y.data, pycu::shape(y));
    }
    return launch.run(PYCU_ENTRY(speed, saxpy, strided, loops), a, x.data, pycu::shape(x), pycu::strides(x), y.data, pycu::shape(y), pycu::strides(y));
}

extern "C" int speed_block_sum(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream, pycu_array_f32_1d x, pycu_array_f32_1d result)
{
    pycu::Launch launch(speed__report, "block_sum", grid, block, shared_bytes, stream);
    launch.reads("x", x, pycu::Layout::C);
    launch.writes("result", result, pycu::Layout::C);
    return launch.run(PYCU_ENTRY(speed, block_sum, contiguous, fibers), x.data, pycu::shape(x), result.data, pycu::shape(result));
}
