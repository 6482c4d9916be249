// Adds two vectors of any length with a grid of any size.
// Generated from add_grid_stride.py by pycu: edit add_grid_stride.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(add_grid_stride)

PYCU_KERNEL void add_kernel(pycu::array<const float, 1, int> x, pycu::array<const float, 1, int> y,
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

PYCU_KERNEL void add_kernel_short(pycu::array<const float, 1, int> x,
                                  pycu::array<const float, 1, int> y,
                                  pycu::array<float, 1, int> out)
{
    const int start = blockIdx.x * blockDim.x + threadIdx.x;  // 1 = one dimensional thread grid, returns a single value
    const int stride = gridDim.x * blockDim.x;  // ditto

    // assuming x and y inputs are same length
    for (int i = start; i < x.shape[0]; i += stride) {
        out[i] = x[i] + y[i];
    }
}

PYCU_END(add_grid_stride)

#include "add_grid_stride_launch.cuh"
