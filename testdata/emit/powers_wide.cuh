// Generated from powers.py by pycu: edit powers.py and run pycu again.
//
// The kernels of powers.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(powers)

__device__ void power_(pycu::array<float, 1> x, pycu::array<double, 1> y, pycu::array<int64_t, 1> k,
                       int64_t n, uint64_t m, int8_t small)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    x[i] = x[i] * x[i];
    x[i] = pycu::power(x[i] - 1.0, 3);
    y[i] = pycu::power(y[i], 7);
    y[i] = pycu::power(y[i], n);
    y[i] = pow(y[i], 0.5);
    y[i] = pow(double(x[i]), y[i]);
    k[i] = k[i] * k[i];
    k[i] = pycu::power(k[i], n);
    k[i] = pycu::power(int64_t(2), n);
    k[i] = pycu::floor_div(int64_t(m) * int64_t(m) * int64_t(m), 5);  // int64, of a uint64
    k[i] = pycu::floor_div(int64_t(small * small * small), 5);
    k[i] = small * small / 5;
}

__global__ void power___strided(float* x, pycu::extents<1> x__shape, pycu::extents<1> x__strides,
    double* y, pycu::extents<1> y__shape, pycu::extents<1> y__strides, int64_t* k,
    pycu::extents<1> k__shape, pycu::extents<1> k__strides, int64_t n, uint64_t m, int8_t small)
{
    pycu_wide::power_(pycu::view_a(x, x__shape, x__strides), pycu::view_a(y, y__shape, y__strides),
        pycu::view_a(k, k__shape, k__strides), n, m, small);
}

PYCU_WIDE_END(powers)
