// Named tuples in named tuples as arguments of a kernel, and a field with its type's name.
// Generated from nested_tuples.py by pycu: edit nested_tuples.py and run pycu again.
//
// How the host launches what nested_tuples.cu has.
#include "nested_tuples.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(nested_tuples)

__device__ double clamped_at(pycu::array<const double, 1> values, int64_t i, double limit)
{
    return clamped(values[i], limit);
}

PYCU_KERNEL void spread(Box box, pycu::array<double, 1> out)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < out.size()) {
        const Ray one = ray(clamped(out[i], 10.0));
        out[i] = box.high.x - box.low.y + one.point.y * one.t + pycu_wide::clamped_at(out, i, 1.0);
    }
}

PYCU_WIDE_END(nested_tuples)

#if PYCU_HOST
#include "nested_tuples_cpu.cuh"
#endif

PYCU_WRAPPERS(nested_tuples)

PYCU_ITEMS(nested_tuples, point, double, double)
PYCU_ITEMS(nested_tuples, Box, point, point)

PYCU_INT_ENTRIES(nested_tuples, spread)
PYCU_ROWS_OF(nested_tuples, spread)

int nested_tuples_spread__t2t2f8f8t2f8f8_a1f8a(pycu_dim3 grid, pycu_dim3 block,
                                               uint32_t shared_bytes, pycu_stream stream,
                                               double box_low_x, double box_low_y,
                                               double box_high_x, double box_high_y,
                                               pycu_array_f64_1d out)
{
    return PYCU_LAUNCH(nested_tuples, spread, loops,
                       (box_low_x, box_low_y, box_high_x, box_high_y, out));
}

PYCU_ALIAS(nested_tuples_spread, nested_tuples_spread__t2t2f8f8t2f8f8_a1f8a)
