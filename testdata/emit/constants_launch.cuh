// Module constants of every kind.
// Generated from constants.py by pycu: edit constants.py and run pycu again.
//
// How the host launches what constants.cu has.
#include "constants.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(constants)

PYCU_KERNEL void read(pycu::array<double, 1> out, int64_t i)
{
    __shared__ float tile[4][8];
    tile[0][0] = RATE;
    out[0] = COUNT + BIG + MASK + BYTE;
    out[1] = TAU;
    out[2] = 1.0 + 0.5 + tile[0][0];
    out[3] = TABLE[1][2] + COLUMNS[2][pycu::wrap(i, 2)] + CUBE[1][0][pycu::wrap(i, 2)];
    out[4] = 5.0;
}

PYCU_WIDE_END(constants)

PYCU_WRAPPERS(constants)

PYCU_INT_ENTRIES(constants, read)

int constants_read__a1f8a_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                             pycu_stream stream, pycu_array_f64_1d out, int64_t i)
{
    return PYCU_LAUNCH(constants, read, loops, (out, pycu::index(i)));
}

PYCU_ALIAS(constants_read, constants_read__a1f8a_i8)
