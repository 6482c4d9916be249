// Integrals of several functions by one rule, which takes the function as an argument.
// Generated from quadrature.py by pycu: edit quadrature.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(quadrature)

__device__ double bell(double x)
{
    return exp(-x * x);
}

/// The integral of f from a to b with n pairs of steps.
__device__ double simpson_bell(double a, double b, int n)
{
    const double h = (b - a) / (2 * n);
    double total = bell(a) + bell(b);
    for (int k = 1; k < 2 * n; ++k) {
        total += bell(a + k * h) * (k % 2 != 0 ? 4 : 2);
    }
    return total * h / 3.0;
}

__device__ double integrate_wave(double x, double width)
{
    return exp(-x) * cos(width * x);
}

/// The integral of f from a to b with n pairs of steps.
__device__ double simpson_wave(double a, double b, int n, double width)
{
    const double h = (b - a) / (2 * n);
    double total = integrate_wave(a, width) + integrate_wave(b, width);
    for (int k = 1; k < 2 * n; ++k) {
        total += integrate_wave(a + k * h, width) * (k % 2 != 0 ? 4 : 2);
    }
    return total * h / 3.0;
}

__device__ double integrate_lambda(double x)
{
    return sqrt(1.0 + 4.0 * x * x);
}

/// The integral of f from a to b with n pairs of steps.
__device__ double simpson_lambda(double a, double b, int n)
{
    const double h = (b - a) / (2 * n);
    double total = integrate_lambda(a) + integrate_lambda(b);
    for (int k = 1; k < 2 * n; ++k) {
        total += integrate_lambda(a + k * h) * (k % 2 != 0 ? 4 : 2);
    }
    return total * h / 3.0;
}

/// Row 0: the error function; row 1: a damped wave; row 2: the length of a parabola.
PYCU_KERNEL void integrate(pycu::array<const double, 1, int> widths,
                           pycu::array<double, 2, int> out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= widths.size()) {
        return;
    }
    const double width = widths[i];

    out(0, i) = simpson_bell(0.0, width, 50);
    out(1, i) = simpson_wave(0.0, 10.0, 200, width);
    out(2, i) = simpson_lambda(0.0, width, 50);
}

PYCU_END(quadrature)

#include "quadrature_launch.cuh"
