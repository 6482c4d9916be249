// Generated from float_promotion.py by pycu: edit float_promotion.py and run pycu again.
//
// The kernels of float_promotion.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(float_promotion)

__device__ void promote(pycu::array<float, 1> x, pycu::array<double, 1> y,
                        pycu::array<const int16_t, 1> small, int64_t n)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    x[i] = x[i] * 2.0 + 1.0;
    x[i] = x[i] * HALF;
    x[i] = x[i] * SCALE;
    x[i] = x[i] * small[i];
    y[i] = double(x[i]) * n;
    y[i] = n / 3.0;
    y[i] = x[i] * x[i] + y[i];
    x[i] = sqrtf(x[i]) + sqrt(double(n)) + 3.141592653589793;
    y[i] = 0.001 * y[i] + 1e300 - 2.5e-8;
    x[i] = n > 0 ? INFINITY : -INFINITY;
}

__global__ void promote__strided(float* x, pycu::extents<1> x__shape, pycu::extents<1> x__strides,
    double* y, pycu::extents<1> y__shape, pycu::extents<1> y__strides, const int16_t* small,
    pycu::extents<1> small__shape, pycu::extents<1> small__strides, int64_t n)
{
    pycu_wide::promote(pycu::view_a(x, x__shape, x__strides), pycu::view_a(y, y__shape, y__strides),
        pycu::view_a(small, small__shape, small__strides), n);
}

PYCU_WIDE_END(float_promotion)
