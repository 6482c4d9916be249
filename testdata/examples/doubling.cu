// Doubles a matrix: indices by hand, indices from the grid, and a copy into a second matrix.
// Generated from doubling.py by pycu: edit doubling.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(doubling)

PYCU_KERNEL void doubled(pycu::array<float, 2, int> arr)
{
    const int x_idx = threadIdx.x;
    const int y_idx = threadIdx.y;
    arr(x_idx, y_idx) *= 2.0;
}

// Auto calculation of indices
PYCU_KERNEL void doubled_auto_grid(pycu::array<float, 2, int> arr)
{
    const int x_idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int y_idx = blockIdx.y * blockDim.y + threadIdx.y;
    arr(x_idx, y_idx) *= 2.0;
}

PYCU_KERNEL void doubled_man_copy(pycu::array<const float, 2, int> arr,
                                  pycu::array<float, 2, int> out)
{
    const int x_idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int y_idx = blockIdx.y * blockDim.y + threadIdx.y;
    out(x_idx, y_idx) = arr(x_idx, y_idx) * 2.0;
}

PYCU_END(doubling)

#include "doubling_launch.cuh"
