// One index for two: divisors that a guard shows to be positive are divided by.
// Generated from unfolded_indices.py by pycu: edit unfolded_indices.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(unfolded_indices)

PYCU_KERNEL void guarded_by_size(pycu::array<float, 2, int> x, float factor)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int cols = x.shape[1];
    if (i < x.size()) {
        x(i / cols, i % cols) *= factor;
    }
}

PYCU_KERNEL void guarded_by_product(pycu::array<float, 2, int> x, float factor)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int rows = x.shape[0], cols = x.shape[1];
    if (i >= rows * cols) {
        return;
    }
    x(i / cols, i % cols) *= factor;
}

PYCU_KERNEL void guarded_by_nothing(pycu::array<float, 2, int> x, float factor)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int cols = x.shape[1];
    x(pycu::floor_div(i, cols), pycu::floor_mod(i, cols)) *= factor;
}

PYCU_END(unfolded_indices)

#include "unfolded_indices_launch.cuh"
