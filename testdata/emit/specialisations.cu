// Generated from specialisations.py by pycu: edit specialisations.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(specialisations)

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

__device__ int64_t first(pycu::array<const int64_t, 1, int> a)
{
    return a[0];
}

PYCU_KERNEL void use(pycu::array<float, 1, int> x, pycu::array<double, 1, int> y,
                     pycu::array<int64_t, 1, int> k, pycu::array<int64_t, 1, int> m)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = twice(x[i]);
    y[i] = twice(y[i]) + twice(2.5);
    k[i] = twice(k[i]) + twice(int(threadIdx.x)) + twice(int64_t(3));
    m[i] = first(k) + first(m);
}

PYCU_END(specialisations)

#include "specialisations_launch.cuh"
