// // and % round down as in Python; plain / and % stand where no operand can be negative.
// Generated from floor_division.py by pycu: edit floor_division.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(floor_division)

PYCU_KERNEL void divide(pycu::array<int64_t, 1, int> out, pycu::array<float, 1, int> x, int a,
                        int b)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = pycu::floor_div(a, b);
    out[i] = pycu::floor_mod(a, b);
    out[i] = i / 8;
    out[i] = i % 32;
    out[i] = pycu::floor_div(a, -3);
    x[i] = pycu::floor_div(x[i], 2.0);
    x[i] = pycu::floor_mod(x[i], x[i]);
    if (int64_t(a % 2) == 0) {
        out[i] = out[i] >> 1;
    }
    if (i % 2 == 0) {
        out[i] = 0;
    }
}

PYCU_END(floor_division)

#include "floor_division_launch.cuh"
