// Generated from constants.py by pycu: edit constants.py and run pycu again.
//
// The kernels of constants.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(constants)

__device__ void read(pycu::array<double, 1> out, int64_t i)
{
    __shared__ float tile[4][8];
    tile[0][0] = RATE;
    out[0] = COUNT + BIG + MASK + BYTE;
    out[1] = TAU;
    out[2] = 1.0 + 0.5 + tile[0][0];
    out[3] = TABLE[1][2] + COLUMNS[2][pycu::wrap(i, 2)] + CUBE[1][0][pycu::wrap(i, 2)];
    out[4] = 5.0;
}

__global__ void read__strided(double* out, pycu::extents<1> out__shape,
    pycu::extents<1> out__strides, int64_t i)
{
    pycu_wide::read(pycu::view_a(out, out__shape, out__strides), i);
}

PYCU_WIDE_END(constants)
