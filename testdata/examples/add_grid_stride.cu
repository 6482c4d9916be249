// Adds two vectors of any length with a grid of any size.
// Generated from add_grid_stride.py by pycu: edit add_grid_stride.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(add_grid_stride)

__device__ void add_kernel(pycu::array<const float, 1, int> x, pycu::array<const float, 1, int> y,
                           pycu::array<float, 1, int> out)
{
    const int tx = threadIdx.x;  // this is the unique thread ID within a 1D block
    const int ty = blockIdx.x;  // Similarly, this is the unique block ID within the 1D grid

    const int block_size = blockDim.x;  // number of threads per block
    const int grid_size = gridDim.x;  // number of blocks in the grid

    const int start = tx + ty * block_size;
    const int stride = block_size * grid_size;

    // assuming x and y inputs are same length
    for (int i = start; i < x.shape[0]; i += stride) {
        out[i] = x[i] + y[i];
    }
}

__device__ void add_kernel_short(pycu::array<const float, 1, int> x,
                                 pycu::array<const float, 1, int> y, pycu::array<float, 1, int> out)
{
    const int start = blockIdx.x * blockDim.x + threadIdx.x;  // 1 = one dimensional thread grid, returns a single value
    const int stride = gridDim.x * blockDim.x;  // ditto

    // assuming x and y inputs are same length
    for (int i = start; i < x.shape[0]; i += stride) {
        out[i] = x[i] + y[i];
    }
}

PYCU_END(add_grid_stride)

// How the host launches the kernels above.
#include "add_grid_stride.h"
#include "add_grid_stride_wide.cuh"

PYCU_ENTRIES(add_grid_stride)

__global__ void add_kernel__contiguous(const float* __restrict__ x, int x__0,
    const float* __restrict__ y, int y__0, float* __restrict__ out, int out__0)
{
    add_kernel(pycu::packed(x, x__0), pycu::packed(y, y__0), pycu::packed(out, out__0));
}

__global__ void add_kernel_short__contiguous(const float* __restrict__ x, int x__0,
    const float* __restrict__ y, int y__0, float* __restrict__ out, int out__0)
{
    add_kernel_short(pycu::packed(x, x__0), pycu::packed(y, y__0), pycu::packed(out, out__0));
}

PYCU_ENTRIES_END(add_grid_stride)

PYCU_WRAPPERS(add_grid_stride)

int add_grid_stride_add_kernel__a1f4a_a1f4a_a1f4a(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_f32_1d x, pycu_array_f32_1d y,
    pycu_array_f32_1d out)
{
    pycu::Launch launch(add_grid_stride_report__, "add_kernel", grid, block, shared_bytes, stream);
    launch.reads("x", x);
    launch.reads("y", y);
    launch.writes("out", out);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(add_grid_stride, add_kernel, contiguous, loops), x.data,
            int(x.shape[0]), y.data, int(y.shape[0]), out.data, int(out.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(add_grid_stride, add_kernel, strided, loops), x.data,
        pycu::shape(x), pycu::strides(x), y.data, pycu::shape(y), pycu::strides(y), out.data,
        pycu::shape(out), pycu::strides(out));
}

int add_grid_stride_add_kernel(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_1d x, pycu_array_f32_1d y, pycu_array_f32_1d out)
{
    return add_grid_stride_add_kernel__a1f4a_a1f4a_a1f4a(grid, block, shared_bytes, stream, x, y,
        out);
}

int add_grid_stride_add_kernel_short__a1f4a_a1f4a_a1f4a(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_f32_1d x, pycu_array_f32_1d y,
    pycu_array_f32_1d out)
{
    pycu::Launch launch(add_grid_stride_report__, "add_kernel_short", grid, block, shared_bytes,
        stream);
    launch.reads("x", x);
    launch.reads("y", y);
    launch.writes("out", out);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(add_grid_stride, add_kernel_short, contiguous, loops), x.data,
            int(x.shape[0]), y.data, int(y.shape[0]), out.data, int(out.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(add_grid_stride, add_kernel_short, strided, loops), x.data,
        pycu::shape(x), pycu::strides(x), y.data, pycu::shape(y), pycu::strides(y), out.data,
        pycu::shape(out), pycu::strides(out));
}

int add_grid_stride_add_kernel_short(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_1d x, pycu_array_f32_1d y, pycu_array_f32_1d out)
{
    return add_grid_stride_add_kernel_short__a1f4a_a1f4a_a1f4a(grid, block, shared_bytes, stream, x,
        y, out);
}
