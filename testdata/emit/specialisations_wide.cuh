// Generated from specialisations.py by pycu: edit specialisations.py and run pycu again.
//
// The kernels of specialisations.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(specialisations)

__device__ float twice(float x)
{
    return x + x;
}

__device__ double twice(double x)
{
    return x + x;
}

__device__ int64_t twice(int64_t x)
{
    return x + x;
}

__device__ int64_t twice(int x)
{
    return x + x;
}

__device__ int64_t first(pycu::array<const int64_t, 1> a)
{
    return a[0];
}

__device__ void use(pycu::array<float, 1> x, pycu::array<double, 1> y, pycu::array<int64_t, 1> k,
                    pycu::array<int64_t, 1> m)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    x[i] = pycu_wide::twice(x[i]);
    y[i] = pycu_wide::twice(y[i]) + pycu_wide::twice(2.5);
    k[i] = pycu_wide::twice(k[i]) + pycu_wide::twice(int(threadIdx.x))
        + pycu_wide::twice(int64_t(3));
    m[i] = pycu_wide::first(k) + pycu_wide::first(m);
}

__global__ void use__strided(float* x, pycu::extents<1> x__shape, pycu::extents<1> x__strides,
    double* y, pycu::extents<1> y__shape, pycu::extents<1> y__strides, int64_t* k,
    pycu::extents<1> k__shape, pycu::extents<1> k__strides, int64_t* m, pycu::extents<1> m__shape,
    pycu::extents<1> m__strides)
{
    pycu_wide::use(pycu::view_a(x, x__shape, x__strides), pycu::view_a(y, y__shape, y__strides),
        pycu::view_a(k, k__shape, k__strides), pycu::view_a(m, m__shape, m__strides));
}

PYCU_WIDE_END(specialisations)
