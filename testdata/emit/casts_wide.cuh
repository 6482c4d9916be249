// Generated from casts.py by pycu: edit casts.py and run pycu again.
//
// The kernels of casts.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(casts)

__device__ void convert(pycu::array<float, 1> x, pycu::array<int, 1> k, double d, int64_t n)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    x[i] = d;
    x[i] = n;
    k[i] = pycu::to_int<int>(d);
    k[i] = n;
    k[i] = pycu::to_int<int64_t>(x[i]) + 1;
    x[i] = float(d) * x[i];
    x[i] = n / 3.0;
    k[i] = n * 2;
    k[i] = uint8_t(n) + pycu::to_int<int8_t>(d);
    k[i] = n != 0;
    k[i] = pycu::round(d) + abs(n) + abs(k[i]);
    x[i] = fmin(double(x[i]), 1.0) + fmaxf(x[i], x[i + 1]);
    k[i] = pycu::min<int64_t>(int64_t(k[i]), n, int64_t(3));
}

__global__ void convert__strided(float* x, pycu::extents<1> x__shape, pycu::extents<1> x__strides,
    int* k, pycu::extents<1> k__shape, pycu::extents<1> k__strides, double d, int64_t n)
{
    pycu_wide::convert(pycu::view_a(x, x__shape, x__strides), pycu::view_a(k, k__shape, k__strides),
        d, n);
}

PYCU_WIDE_END(casts)
