// A function for several types is a template where the texts differ in types alone, and overloaded
// otherwise; what C++ cannot tell apart gets names.
// Generated from specialisations.py by pycu: edit specialisations.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(specialisations)

template <typename T>
__device__ T twice(T x)
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

template <typename T>
__device__ double norm(pycu::array<const T, 2, int> a, int64_t i)
{
    T total = 0.0;
    for (int j = 0; j < a.shape[1]; ++j) {
        total += a(i, j) * a(i, j);
    }
    return sqrt(total) * 0.5;
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

template <typename T>
PYCU_KERNEL void norms(pycu::array<const T, 2, int> a, pycu::array<T, 1, int> out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out.size()) {
        out[i] = norm(a, int64_t(i));
    }
}

// An integer is divided by other means.
PYCU_KERNEL void divide(pycu::array<int, 1, int> a, int by)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < a.size()) {
        a[i] = pycu::to_int<int>(double(a[i]) / by);
    }
}

// An integer is divided by other means.
template <typename T>
PYCU_KERNEL void divide_(pycu::array<T, 1, int> a, T by)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < a.size()) {
        a[i] /= by;
    }
}

PYCU_END(specialisations)

#include "specialisations_launch.cuh"
