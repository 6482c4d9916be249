// Doubles a matrix: indices by hand, indices from the grid, and a copy into a second matrix.
// Generated from doubling.py by pycu: edit doubling.py and run pycu again.
//
// How the host launches what doubling.cu has.
#include "doubling.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(doubling)

PYCU_KERNEL void doubled(pycu::array<float, 2> arr)
{
    const int x_idx = threadIdx.x;
    const int y_idx = threadIdx.y;
    arr(x_idx, y_idx) *= 2.0;
}

// Auto calculation of indices
PYCU_KERNEL void doubled_auto_grid(pycu::array<float, 2> arr)
{
    const int64_t x_idx = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t y_idx = int64_t(blockIdx.y) * blockDim.y + threadIdx.y;
    arr(x_idx, y_idx) *= 2.0;
}

PYCU_KERNEL void doubled_man_copy(pycu::array<const float, 2> arr, pycu::array<float, 2> out)
{
    const int64_t x_idx = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t y_idx = int64_t(blockIdx.y) * blockDim.y + threadIdx.y;
    out(x_idx, y_idx) = arr(x_idx, y_idx) * 2.0;
}

PYCU_WIDE_END(doubling)

#if PYCU_HOST
#include "doubling_cpu.cuh"
#endif

PYCU_WRAPPERS(doubling)

PYCU_INT_ENTRIES(doubling, doubled)
PYCU_ROWS_OF(doubling, doubled)

int doubling_doubled__a2f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                            pycu_stream stream, pycu_array_f32_2d arr)
{
    return PYCU_LAUNCH(doubling, doubled, loops, (arr));
}

PYCU_ALIAS(doubling_doubled, doubling_doubled__a2f4a)

PYCU_INT_ENTRIES(doubling, doubled_auto_grid)
PYCU_LONG_ROWS_OF(doubling, doubled_auto_grid, y)

int doubling_doubled_auto_grid__a2f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                      pycu_stream stream, pycu_array_f32_2d arr)
{
    return PYCU_LAUNCH(doubling, doubled_auto_grid, loops, (arr));
}

PYCU_ALIAS(doubling_doubled_auto_grid, doubling_doubled_auto_grid__a2f4a)

PYCU_INT_ENTRIES(doubling, doubled_man_copy)
PYCU_LONG_ROWS_OF(doubling, doubled_man_copy, y)

int doubling_doubled_man_copy__a2f4a_a2f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                           pycu_stream stream, pycu_array_f32_2d arr,
                                           pycu_array_f32_2d out)
{
    return PYCU_LAUNCH(doubling, doubled_man_copy, loops, (arr, out));
}

PYCU_ALIAS(doubling_doubled_man_copy, doubling_doubled_man_copy__a2f4a_a2f4a)
