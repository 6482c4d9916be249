// One index for two: divisors that a guard shows to be positive are divided by.
// Generated from unfolded_indices.py by pycu: edit unfolded_indices.py and run pycu again.
//
// How the host launches what unfolded_indices.cu has.
#include "unfolded_indices.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(unfolded_indices)

PYCU_KERNEL void guarded_by_size(pycu::array<float, 2> x, float factor)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t cols = x.shape[1];
    if (i < x.size()) {
        x(i / cols, i % cols) *= factor;
    }
}

PYCU_KERNEL void guarded_by_product(pycu::array<float, 2> x, float factor)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t rows = x.shape[0], cols = x.shape[1];
    if (i >= rows * cols) {
        return;
    }
    x(pycu::floor_div(i, cols), pycu::floor_mod(i, cols)) *= factor;
}

PYCU_KERNEL void guarded_by_nothing(pycu::array<float, 2> x, float factor)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t cols = x.shape[1];
    x(pycu::floor_div(i, cols), pycu::floor_mod(i, cols)) *= factor;
}

PYCU_WIDE_END(unfolded_indices)

#if PYCU_HOST
#include "unfolded_indices_cpu.cuh"
#endif

PYCU_WRAPPERS(unfolded_indices)

PYCU_INT_ENTRIES(unfolded_indices, guarded_by_size)
PYCU_ROWS_OF(unfolded_indices, guarded_by_size)

int unfolded_indices_guarded_by_size__a2f4c_f4(pycu_dim3 grid, pycu_dim3 block,
                                               uint32_t shared_bytes, pycu_stream stream,
                                               pycu_array_f32_2d x, float factor)
{
    return PYCU_LAUNCH(unfolded_indices, guarded_by_size, loops, (pycu::c_order(x), factor));
}

PYCU_ALIAS(unfolded_indices_guarded_by_size, unfolded_indices_guarded_by_size__a2f4c_f4)

PYCU_INT_ENTRIES(unfolded_indices, guarded_by_product)
PYCU_ROWS_OF(unfolded_indices, guarded_by_product)

int unfolded_indices_guarded_by_product__a2f4c_f4(pycu_dim3 grid, pycu_dim3 block,
                                                  uint32_t shared_bytes, pycu_stream stream,
                                                  pycu_array_f32_2d x, float factor)
{
    return PYCU_LAUNCH(unfolded_indices, guarded_by_product, loops, (pycu::c_order(x), factor));
}

PYCU_ALIAS(unfolded_indices_guarded_by_product, unfolded_indices_guarded_by_product__a2f4c_f4)

PYCU_INT_ENTRIES(unfolded_indices, guarded_by_nothing)
PYCU_ROWS_OF(unfolded_indices, guarded_by_nothing)

int unfolded_indices_guarded_by_nothing__a2f4c_f4(pycu_dim3 grid, pycu_dim3 block,
                                                  uint32_t shared_bytes, pycu_stream stream,
                                                  pycu_array_f32_2d x, float factor)
{
    return PYCU_LAUNCH(unfolded_indices, guarded_by_nothing, loops, (pycu::c_order(x), factor));
}

PYCU_ALIAS(unfolded_indices_guarded_by_nothing, unfolded_indices_guarded_by_nothing__a2f4c_f4)
