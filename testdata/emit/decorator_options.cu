// What the options of a decorator change in the text.
// Generated from decorator_options.py by pycu: edit decorator_options.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(decorator_options)

__device__ __forceinline__ float gauss(float x)
{
    return __fdividef(__expf(-x * x), sqrtf(x));
}

__device__ __forceinline__ float exact(float x)
{
    return expf(-x * x) / sqrtf(x);
}

PYCU_KERNEL void fast(pycu::array<float, 1, int> x, pycu::array<double, 1, int> y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < x.size()) {
        x[i] = __fdividef(__sinf(x[i]), x[0]) + gauss(x[i]);
        x[i] = __fdividef(x[i], __powf(x[i], x[0]));
        y[i] = sin(y[i]) / y[0];  // float64 stays exact
    }
}

PYCU_KERNEL void bounded(pycu::array<float, 1, int> x)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < x.size()) {
        x[i] = exact(x[i]);
    }
}

PYCU_KERNEL void few_registers(pycu::array<float, 1, int> x)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < x.size()) {
        x[i] = x[i] + x[i];
    }
}

PYCU_END(decorator_options)

#include "decorator_options_launch.cuh"
