// One body whatever the layout; the entries differ.
// Generated from layouts.py by pycu: edit layouts.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(layouts)

PYCU_KERNEL void add(pycu::array<const float, 2, int> a, pycu::array<const float, 2, int> b,
                     pycu::array<float, 2, int> out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < out.shape[0] && j < out.shape[1]) {
        out(i, j) = a(i, j) + b(i, j);
    }
}

PYCU_END(layouts)

#include "layouts_launch.cuh"
