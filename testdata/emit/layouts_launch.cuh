// One body whatever the layout; the entries differ.
// Generated from layouts.py by pycu: edit layouts.py and run pycu again.
//
// How the host launches what layouts.cu has.
#include "layouts.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(layouts)

PYCU_KERNEL void add(pycu::array<const float, 2> a, pycu::array<const float, 2> b,
                     pycu::array<float, 2> out)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t j = int64_t(blockIdx.y) * blockDim.y + threadIdx.y;
    if (i < out.shape[0] && j < out.shape[1]) {
        out(i, j) = a(i, j) + b(i, j);
    }
}

PYCU_WIDE_END(layouts)

#if PYCU_HOST
#include "layouts_cpu.cuh"
#endif

PYCU_WRAPPERS(layouts)

PYCU_INT_ENTRIES(layouts, add)
PYCU_LONG_ROWS_OF(layouts, add, y)

int layouts_add__a2f4c_a2f4f_a2f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                   pycu_stream stream, pycu_array_f32_2d a, pycu_array_f32_2d b,
                                   pycu_array_f32_2d out)
{
    return PYCU_LAUNCH(layouts, add, loops, (pycu::c_order(a), pycu::f_order(b), out));
}

PYCU_ALIAS(layouts_add, layouts_add__a2f4c_a2f4f_a2f4a)
