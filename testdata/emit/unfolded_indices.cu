// One index for two: divisors that a guard shows to be positive are divided by.
// Generated from unfolded_indices.py by pycu: edit unfolded_indices.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(unfolded_indices)

__device__ void guarded_by_size(pycu::array<float, 2, int> x, float factor)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int cols = x.shape[1];
    if (i < x.size()) {
        x(i / cols, i % cols) *= factor;
    }
}

__device__ void guarded_by_product(pycu::array<float, 2, int> x, float factor)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int rows = x.shape[0], cols = x.shape[1];
    if (i >= rows * cols) {
        return;
    }
    x(i / cols, i % cols) *= factor;
}

__device__ void guarded_by_nothing(pycu::array<float, 2, int> x, float factor)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int cols = x.shape[1];
    x(pycu::floor_div(i, cols), pycu::floor_mod(i, cols)) *= factor;
}

PYCU_END(unfolded_indices)

// How the host launches the kernels above.
#include "unfolded_indices.h"
#include "unfolded_indices_wide.cuh"

PYCU_ENTRIES(unfolded_indices)

__global__ void guarded_by_size__contiguous(float* __restrict__ x, int x__0, int x__1, float factor)
{
    guarded_by_size(pycu::packed(x, x__0, x__1), factor);
}

__global__ void guarded_by_product__contiguous(float* __restrict__ x, int x__0, int x__1,
    float factor)
{
    guarded_by_product(pycu::packed(x, x__0, x__1), factor);
}

__global__ void guarded_by_nothing__contiguous(float* __restrict__ x, int x__0, int x__1,
    float factor)
{
    guarded_by_nothing(pycu::packed(x, x__0, x__1), factor);
}

PYCU_ENTRIES_END(unfolded_indices)

PYCU_WRAPPERS(unfolded_indices)

int unfolded_indices_guarded_by_size__a2f4c_f4(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_f32_2d x, float factor)
{
    pycu::Launch launch(unfolded_indices_report__, "guarded_by_size", grid, block, shared_bytes,
        stream);
    launch.writes("x", x, pycu::Layout::C);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(unfolded_indices, guarded_by_size, contiguous, loops), x.data,
            int(x.shape[0]), int(x.shape[1]), factor);
    }
    return launch.run(PYCU_WIDE_ENTRY(unfolded_indices, guarded_by_size, strided, loops), x.data,
        pycu::shape(x), pycu::strides(x), factor);
}

int unfolded_indices_guarded_by_size(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_2d x, float factor)
{
    return unfolded_indices_guarded_by_size__a2f4c_f4(grid, block, shared_bytes, stream, x, factor);
}

int unfolded_indices_guarded_by_product__a2f4c_f4(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_f32_2d x, float factor)
{
    pycu::Launch launch(unfolded_indices_report__, "guarded_by_product", grid, block, shared_bytes,
        stream);
    launch.writes("x", x, pycu::Layout::C);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(unfolded_indices, guarded_by_product, contiguous, loops),
            x.data, int(x.shape[0]), int(x.shape[1]), factor);
    }
    return launch.run(PYCU_WIDE_ENTRY(unfolded_indices, guarded_by_product, strided, loops), x.data,
        pycu::shape(x), pycu::strides(x), factor);
}

int unfolded_indices_guarded_by_product(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_2d x, float factor)
{
    return unfolded_indices_guarded_by_product__a2f4c_f4(grid, block, shared_bytes, stream, x,
        factor);
}

int unfolded_indices_guarded_by_nothing__a2f4c_f4(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_f32_2d x, float factor)
{
    pycu::Launch launch(unfolded_indices_report__, "guarded_by_nothing", grid, block, shared_bytes,
        stream);
    launch.writes("x", x, pycu::Layout::C);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(unfolded_indices, guarded_by_nothing, contiguous, loops),
            x.data, int(x.shape[0]), int(x.shape[1]), factor);
    }
    return launch.run(PYCU_WIDE_ENTRY(unfolded_indices, guarded_by_nothing, strided, loops), x.data,
        pycu::shape(x), pycu::strides(x), factor);
}

int unfolded_indices_guarded_by_nothing(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_2d x, float factor)
{
    return unfolded_indices_guarded_by_nothing__a2f4c_f4(grid, block, shared_bytes, stream, x,
        factor);
}
