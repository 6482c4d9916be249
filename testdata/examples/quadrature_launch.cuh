// Integrals of several functions by one rule, which takes the function as an argument.
// Generated from quadrature.py by pycu: edit quadrature.py and run pycu again.
//
// How the host launches what quadrature.cu has.
#include "quadrature.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(quadrature)

/// The integral of f from a to b with n pairs of steps.
__device__ double simpson_bell(double a, double b, int64_t n)
{
    const double h = (b - a) / (2 * n);
    double total = bell(a) + bell(b);
    for (int64_t k = 1; k < 2 * n; ++k) {
        total += bell(a + k * h) * (k % 2 != 0 ? 4 : 2);
    }
    return total * h / 3.0;
}

/// The integral of f from a to b with n pairs of steps.
__device__ double simpson_wave(double a, double b, int64_t n, double width)
{
    const double h = (b - a) / (2 * n);
    double total = integrate_wave(a, width) + integrate_wave(b, width);
    for (int64_t k = 1; k < 2 * n; ++k) {
        total += integrate_wave(a + k * h, width) * (k % 2 != 0 ? 4 : 2);
    }
    return total * h / 3.0;
}

/// The integral of f from a to b with n pairs of steps.
__device__ double simpson_lambda(double a, double b, int64_t n)
{
    const double h = (b - a) / (2 * n);
    double total = integrate_lambda(a) + integrate_lambda(b);
    for (int64_t k = 1; k < 2 * n; ++k) {
        total += integrate_lambda(a + k * h) * (k % 2 != 0 ? 4 : 2);
    }
    return total * h / 3.0;
}

/// Row 0: the error function; row 1: a damped wave; row 2: the length of a parabola.
PYCU_KERNEL void integrate(pycu::array<const double, 1> widths, pycu::array<double, 2> out)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= widths.size()) {
        return;
    }
    const double width = widths[i];

    out(0, i) = pycu_wide::simpson_bell(0.0, width, 50);
    out(1, i) = pycu_wide::simpson_wave(0.0, 10.0, 200, width);
    out(2, i) = pycu_wide::simpson_lambda(0.0, width, 50);
}

PYCU_WIDE_END(quadrature)

#if PYCU_HOST
#include "quadrature_cpu.cuh"
#endif

PYCU_WRAPPERS(quadrature)

PYCU_INT_ENTRIES(quadrature, integrate)
PYCU_LONG_ROWS_OF(quadrature, integrate, x)

int quadrature_integrate__a1f8a_a2f8a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                      pycu_stream stream, pycu_array_f64_1d widths,
                                      pycu_array_f64_2d out)
{
    return PYCU_LAUNCH(quadrature, integrate, loops, (widths, out));
}

PYCU_ALIAS(quadrature_integrate, quadrature_integrate__a1f8a_a2f8a)
