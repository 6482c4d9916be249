// Derivatives of a sampled function: one kernel for each order of accuracy, made by a factory.
// Generated from stencil.py by pycu: edit stencil.py and run pycu again.
//
// How the host launches what stencil.cu has.
#include "stencil.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(stencil)

__device__ double derivative2_at(int64_t k, pycu::array<const double, 1> u, int64_t n)
{
    return u[(k + n) % n];  // the function is periodic
}

__device__ double derivative4_at(int64_t k, pycu::array<const double, 1> u, int64_t n)
{
    return u[pycu::floor_mod(k + n, n)];  // the function is periodic
}

__device__ double derivative6_at(int64_t k, pycu::array<const double, 1> u, int64_t n)
{
    return u[pycu::floor_mod(k + n, n)];  // the function is periodic
}

PYCU_KERNEL void derivative2(pycu::array<const double, 1> u, pycu::array<double, 1> out, double dx)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t n = u.shape[0];

    if (i < n) {
        double total = 0.0;
        for (int64_t k = 0; k < derivative2_radius; ++k) {
            total += derivative2_coefficients[k] * (pycu_wide::derivative2_at(i + k + 1, u, n) -
                                                    pycu_wide::derivative2_at(i - k - 1, u, n));
        }
        out[i] = total / dx;
    }
}

PYCU_KERNEL void derivative4(pycu::array<const double, 1> u, pycu::array<double, 1> out, double dx)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t n = u.shape[0];

    if (i < n) {
        double total = 0.0;
        for (int64_t k = 0; k < derivative4_radius; ++k) {
            total += derivative4_coefficients[k] * (pycu_wide::derivative4_at(i + k + 1, u, n) -
                                                    pycu_wide::derivative4_at(i - k - 1, u, n));
        }
        out[i] = total / dx;
    }
}

PYCU_KERNEL void derivative6(pycu::array<const double, 1> u, pycu::array<double, 1> out, double dx)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t n = u.shape[0];

    if (i < n) {
        double total = 0.0;
        for (int64_t k = 0; k < derivative6_radius; ++k) {
            total += derivative6_coefficients[k] * (pycu_wide::derivative6_at(i + k + 1, u, n) -
                                                    pycu_wide::derivative6_at(i - k - 1, u, n));
        }
        out[i] = total / dx;
    }
}

PYCU_WIDE_END(stencil)

PYCU_WRAPPERS(stencil)

PYCU_INT_ENTRIES(stencil, derivative2)

int stencil_derivative2__a1f8a_a1f8a_f8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                        pycu_stream stream, pycu_array_f64_1d u,
                                        pycu_array_f64_1d out, double dx)
{
    return PYCU_LAUNCH(stencil, derivative2, loops, (u, out, dx));
}

PYCU_ALIAS(stencil_derivative2, stencil_derivative2__a1f8a_a1f8a_f8)

PYCU_INT_ENTRIES(stencil, derivative4)

int stencil_derivative4__a1f8a_a1f8a_f8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                        pycu_stream stream, pycu_array_f64_1d u,
                                        pycu_array_f64_1d out, double dx)
{
    return PYCU_LAUNCH(stencil, derivative4, loops, (u, out, dx));
}

PYCU_ALIAS(stencil_derivative4, stencil_derivative4__a1f8a_a1f8a_f8)

PYCU_INT_ENTRIES(stencil, derivative6)

int stencil_derivative6__a1f8a_a1f8a_f8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                        pycu_stream stream, pycu_array_f64_1d u,
                                        pycu_array_f64_1d out, double dx)
{
    return PYCU_LAUNCH(stencil, derivative6, loops, (u, out, dx));
}

PYCU_ALIAS(stencil_derivative6, stencil_derivative6__a1f8a_a1f8a_f8)
