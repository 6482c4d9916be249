// Adds two vectors of any length with a grid of any size.
// Generated from add_grid_stride.py by pycu: edit add_grid_stride.py and run pycu again.
//
// How the host launches what add_grid_stride.cu has.
#include "add_grid_stride.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(add_grid_stride)

PYCU_KERNEL void add_kernel(pycu::array<const float, 1> x, pycu::array<const float, 1> y,
                            pycu::array<float, 1> out)
{
    const int tx = threadIdx.x;  // this is the unique thread ID within a 1D block
    const int ty = blockIdx.x;  // Similarly, this is the unique block ID within the 1D grid

    const int block_size = blockDim.x;  // number of threads per block
    const int grid_size = gridDim.x;  // number of blocks in the grid

    const int64_t start = tx + int64_t(ty) * block_size;
    const int64_t stride = int64_t(block_size) * grid_size;

    // assuming x and y inputs are same length
    for (int64_t i = start; i < x.shape[0]; i += stride) {
        out[i] = x[i] + y[i];
    }
}

PYCU_KERNEL void add_kernel_short(pycu::array<const float, 1> x, pycu::array<const float, 1> y,
                                  pycu::array<float, 1> out)
{
    const int64_t start = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;  // 1 = one dimensional thread grid, returns a single value
    const int64_t stride = int64_t(gridDim.x) * blockDim.x;  // ditto

    // assuming x and y inputs are same length
    for (int64_t i = start; i < x.shape[0]; i += stride) {
        out[i] = x[i] + y[i];
    }
}

PYCU_WIDE_END(add_grid_stride)

#if PYCU_HOST
#include "add_grid_stride_cpu.cuh"
#endif

PYCU_WRAPPERS(add_grid_stride)

PYCU_INT_ENTRIES(add_grid_stride, add_kernel)
PYCU_LONG_ROWS_OF(add_grid_stride, add_kernel, x)

int add_grid_stride_add_kernel__a1f4a_a1f4a_a1f4a(pycu_dim3 grid, pycu_dim3 block,
                                                  uint32_t shared_bytes, pycu_stream stream,
                                                  pycu_array_f32_1d x, pycu_array_f32_1d y,
                                                  pycu_array_f32_1d out)
{
    return PYCU_LAUNCH(add_grid_stride, add_kernel, loops, (x, y, out));
}

PYCU_ALIAS(add_grid_stride_add_kernel, add_grid_stride_add_kernel__a1f4a_a1f4a_a1f4a)

PYCU_INT_ENTRIES(add_grid_stride, add_kernel_short)
PYCU_LONG_ROWS_OF(add_grid_stride, add_kernel_short, x)

int add_grid_stride_add_kernel_short__a1f4a_a1f4a_a1f4a(pycu_dim3 grid, pycu_dim3 block,
                                                        uint32_t shared_bytes, pycu_stream stream,
                                                        pycu_array_f32_1d x, pycu_array_f32_1d y,
                                                        pycu_array_f32_1d out)
{
    return PYCU_LAUNCH(add_grid_stride, add_kernel_short, loops, (x, y, out));
}

PYCU_ALIAS(add_grid_stride_add_kernel_short, add_grid_stride_add_kernel_short__a1f4a_a1f4a_a1f4a)
