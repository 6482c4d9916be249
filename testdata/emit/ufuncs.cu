// Ufuncs and generalised ufuncs.
// Generated from ufuncs.py by pycu: edit ufuncs.py and run pycu again.
#include "pycu.h"
#include "pycu_ufunc.h"
#include "pycu_complex.h"

PYCU_MODULE(ufuncs)

static constexpr float SQRT_2PI = 2.5066283f;

/// The density of a normal distribution.
__device__ float gaussian_pdf(float x, float mean, float sigma)
{
    return exp(-0.5 * ((x - mean) / sigma * ((x - mean) / sigma))) / (sigma * SQRT_2PI);
}

// Loops for several types, the first that fits is taken.
template <typename T>
__device__ T add(T x, T out)
{
    return x + out;
}

__device__ float doubled(float arr)
{
    const double arr_ = arr * 2.0;
    return arr_;
}

__device__ pycu::complex<float> conjugate_square(pycu::complex<float> z)
{
    return pycu::conj(z) * z;
}

__device__ void doubled_gufunc(pycu::array<const float, 2> arr, pycu::array<float, 2> out)
{
    for (int64_t i = 0; i < arr.shape[0]; ++i) {
        for (int64_t j = 0; j < arr.shape[1]; ++j) {
            out(i, j) = arr(i, j) * 2.0;
        }
    }
}

__device__ void add_scalar(pycu::array<const int64_t, 1> x, int64_t y, pycu::array<int64_t, 1> out,
                           pycu::array<int64_t, 1> total)
{
    total[0] = 0;
    for (int64_t i = 0; i < x.shape[0]; ++i) {
        out[i] = x[i] + y;
        total[0] += out[i];
    }
}

PYCU_END(ufuncs)

#include "ufuncs_launch.cuh"
