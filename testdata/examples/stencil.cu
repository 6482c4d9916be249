// Derivatives of a sampled function: one kernel for each order of accuracy, made by a factory.
// Generated from stencil.py by pycu: edit stencil.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(stencil)

static constexpr int derivative2_radius = 1;
static constexpr int derivative4_radius = 2;
static constexpr int derivative6_radius = 3;
static __constant__ const double derivative2_coefficients[1] = {0.5};
static __constant__ const double derivative4_coefficients[2] = {
    0.6666666666666666,
    -0.08333333333333333,
};
static __constant__ const double derivative6_coefficients[3] = {0.75, -0.15, 0.016666666666666666};

__device__ double derivative2_at(int k, pycu::array<const double, 1, int> u, int n)
{
    return u[(k + n) % n];  // the function is periodic
}

__device__ double derivative4_at(int k, pycu::array<const double, 1, int> u, int n)
{
    return u[pycu::floor_mod(k + n, n)];  // the function is periodic
}

__device__ double derivative6_at(int k, pycu::array<const double, 1, int> u, int n)
{
    return u[pycu::floor_mod(int64_t(k) + n, n)];  // the function is periodic
}

PYCU_KERNEL void derivative2(pycu::array<const double, 1, int> u, pycu::array<double, 1, int> out,
                             double dx)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int n = u.shape[0];

    if (i < n) {
        double total = 0.0;
        for (int k = 0; k < derivative2_radius; ++k) {
            total += derivative2_coefficients[k] *
                     (derivative2_at(i + k + 1, u, n) - derivative2_at(i - k - 1, u, n));
        }
        out[i] = total / dx;
    }
}

PYCU_KERNEL void derivative4(pycu::array<const double, 1, int> u, pycu::array<double, 1, int> out,
                             double dx)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int n = u.shape[0];

    if (i < n) {
        double total = 0.0;
        for (int k = 0; k < derivative4_radius; ++k) {
            total += derivative4_coefficients[k] *
                     (derivative4_at(i + k + 1, u, n) - derivative4_at(i - k - 1, u, n));
        }
        out[i] = total / dx;
    }
}

PYCU_KERNEL void derivative6(pycu::array<const double, 1, int> u, pycu::array<double, 1, int> out,
                             double dx)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int n = u.shape[0];

    if (i < n) {
        double total = 0.0;
        for (int k = 0; k < derivative6_radius; ++k) {
            total += derivative6_coefficients[k] *
                     (derivative6_at(i + k + 1, u, n) - derivative6_at(i - k - 1, u, n));
        }
        out[i] = total / dx;
    }
}

PYCU_END(stencil)

#include "stencil_launch.cuh"
