// Generated from floor_division.py by pycu: edit floor_division.py and run pycu again.
//
// The kernels of floor_division.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(floor_division)

__device__ void divide(pycu::array<int64_t, 1> out, pycu::array<float, 1> x, int64_t a, int64_t b)
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
        out[i] = pycu::floor_div(out[i], 2);
    }
    if (i % 2 == 0) {
        out[i] = 0;
    }
}

__global__ void divide__strided(int64_t* out, pycu::extents<1> out__shape,
    pycu::extents<1> out__strides, float* x, pycu::extents<1> x__shape, pycu::extents<1> x__strides,
    int64_t a, int64_t b)
{
    pycu_wide::divide(pycu::view_a(out, out__shape, out__strides),
        pycu::view_a(x, x__shape, x__strides), a, b);
}

PYCU_WIDE_END(floor_division)
