// What the options of a decorator change in the text.
// Generated from decorator_options.py by pycu: edit decorator_options.py and run pycu again.
//
// The kernels of decorator_options.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(decorator_options)

__device__ __forceinline__ float gauss(float x)
{
    return __fdividef(__expf(-x * x), sqrtf(x));
}

__device__ __forceinline__ float exact(float x)
{
    return expf(-x * x) / sqrtf(x);
}

__device__ void fast(pycu::array<float, 1> x, pycu::array<double, 1> y)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < x.size()) {
        x[i] = __fdividef(__sinf(x[i]), x[0]) + pycu_wide::gauss(x[i]);
        x[i] = __fdividef(x[i], __powf(x[i], x[0]));
        y[i] = sin(y[i]) / y[0];  // float64 stays exact
    }
}

__device__ void bounded(pycu::array<float, 1> x)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < x.size()) {
        x[i] = pycu_wide::exact(x[i]);
    }
}

__device__ void few_registers(pycu::array<float, 1> x)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < x.size()) {
        x[i] = x[i] + x[i];
    }
}

__global__ void fast__strided(float* x, pycu::extents<1> x__shape, pycu::extents<1> x__strides,
    double* y, pycu::extents<1> y__shape, pycu::extents<1> y__strides)
{
    pycu_wide::fast(pycu::view_a(x, x__shape, x__strides), pycu::view_a(y, y__shape, y__strides));
}

__global__ void __launch_bounds__(256, 2) bounded__strided(float* x, pycu::extents<1> x__shape,
    pycu::extents<1> x__strides)
{
    pycu_wide::bounded(pycu::view_a(x, x__shape, x__strides));
}

__global__ void __maxnreg__(40) few_registers__strided(float* x, pycu::extents<1> x__shape,
    pycu::extents<1> x__strides)
{
    pycu_wide::few_registers(pycu::view_a(x, x__shape, x__strides));
}

PYCU_WIDE_END(decorator_options)
