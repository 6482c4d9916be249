// // and % round down as in Python; plain / and % stand where no operand can be negative.
// Generated from floor_division.py by pycu: edit floor_division.py and run pycu again.
//
// How the host launches what floor_division.cu has.
#include "floor_division.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(floor_division)

PYCU_KERNEL void divide(pycu::array<int64_t, 1> out, pycu::array<float, 1> x, int64_t a, int64_t b)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    out[i] = pycu::floor_div(a, b);
    out[i] = pycu::floor_mod(a, b);
    out[i] = i / 8;
    out[i] = i % 32;
    out[i] = pycu::floor_div(a, -3);
    x[i] = pycu::floor_div(x[i], 2.0);
    x[i] = pycu::floor_mod(x[i], x[i]);
    if (a % 2 == 0) {
        out[i] = out[i] >> 1;
    }
    if (i % 2 == 0) {
        out[i] = 0;
    }
}

PYCU_WIDE_END(floor_division)

#if PYCU_HOST
#include "floor_division_cpu.cuh"
#endif

PYCU_WRAPPERS(floor_division)

PYCU_INT_ENTRIES(floor_division, divide)
PYCU_LONG_ROWS_OF(floor_division, divide, x)

int floor_division_divide__a1i8a_a1f4a_i8_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                             pycu_stream stream, pycu_array_i64_1d out,
                                             pycu_array_f32_1d x, int64_t a, int64_t b)
{
    return PYCU_LAUNCH(floor_division, divide, loops, (out, x, pycu::index(a), pycu::index(b)));
}

PYCU_ALIAS(floor_division_divide, floor_division_divide__a1i8a_a1f4a_i8_i8)
