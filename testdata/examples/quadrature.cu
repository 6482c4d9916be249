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
__device__ void integrate(pycu::array<const double, 1, int> widths, pycu::array<double, 2, int> out)
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

// How the host launches the kernels above.
#include "quadrature.h"
#include "quadrature_wide.cuh"

PYCU_ENTRIES(quadrature)

__global__ void integrate__contiguous(const double* __restrict__ widths, int widths__0,
    double* __restrict__ out, int out__0, int out__1)
{
    integrate(pycu::packed(widths, widths__0), pycu::packed(out, out__0, out__1));
}

PYCU_ENTRIES_END(quadrature)

PYCU_WRAPPERS(quadrature)

int quadrature_integrate__a1f8a_a2f8a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f64_1d widths, pycu_array_f64_2d out)
{
    pycu::Launch launch(quadrature_report__, "integrate", grid, block, shared_bytes, stream);
    launch.reads("widths", widths);
    launch.writes("out", out);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(quadrature, integrate, contiguous, loops), widths.data,
            int(widths.shape[0]), out.data, int(out.shape[0]), int(out.shape[1]));
    }
    return launch.run(PYCU_WIDE_ENTRY(quadrature, integrate, strided, loops), widths.data,
        pycu::shape(widths), pycu::strides(widths), out.data, pycu::shape(out), pycu::strides(out));
}

int quadrature_integrate(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f64_1d widths, pycu_array_f64_2d out)
{
    return quadrature_integrate__a1f8a_a2f8a(grid, block, shared_bytes, stream, widths, out);
}
