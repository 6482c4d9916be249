// Derivatives of a sampled function: one kernel for each order of accuracy, made by a factory.
// Generated from stencil.py by pycu: edit stencil.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(stencil)

static constexpr int derivative2_radius = 1;
static constexpr int derivative4_radius = 2;
static constexpr int derivative6_radius = 3;
static __constant__ const double derivative2_coefficients[1] = {0.5};
static __constant__ const double derivative4_coefficients[2] =
    {0.6666666666666666, -0.08333333333333333};
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

__device__ void derivative2(pycu::array<const double, 1, int> u, pycu::array<double, 1, int> out,
                            double dx)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int n = u.shape[0];

    if (i < n) {
        double total = 0.0;
        for (int k = 0; k < derivative2_radius; ++k) {
            total += derivative2_coefficients[k]
                * (derivative2_at(i + k + 1, u, n) - derivative2_at(i - k - 1, u, n));
        }
        out[i] = total / dx;
    }
}

__device__ void derivative4(pycu::array<const double, 1, int> u, pycu::array<double, 1, int> out,
                            double dx)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int n = u.shape[0];

    if (i < n) {
        double total = 0.0;
        for (int k = 0; k < derivative4_radius; ++k) {
            total += derivative4_coefficients[k]
                * (derivative4_at(i + k + 1, u, n) - derivative4_at(i - k - 1, u, n));
        }
        out[i] = total / dx;
    }
}

__device__ void derivative6(pycu::array<const double, 1, int> u, pycu::array<double, 1, int> out,
                            double dx)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int n = u.shape[0];

    if (i < n) {
        double total = 0.0;
        for (int k = 0; k < derivative6_radius; ++k) {
            total += derivative6_coefficients[k]
                * (derivative6_at(i + k + 1, u, n) - derivative6_at(i - k - 1, u, n));
        }
        out[i] = total / dx;
    }
}

PYCU_END(stencil)

// How the host launches the kernels above.
#include "stencil.h"
#include "stencil_wide.cuh"

PYCU_ENTRIES(stencil)

__global__ void derivative2__contiguous(const double* __restrict__ u, int u__0,
    double* __restrict__ out, int out__0, double dx)
{
    derivative2(pycu::packed(u, u__0), pycu::packed(out, out__0), dx);
}

__global__ void derivative4__contiguous(const double* __restrict__ u, int u__0,
    double* __restrict__ out, int out__0, double dx)
{
    derivative4(pycu::packed(u, u__0), pycu::packed(out, out__0), dx);
}

__global__ void derivative6__contiguous(const double* __restrict__ u, int u__0,
    double* __restrict__ out, int out__0, double dx)
{
    derivative6(pycu::packed(u, u__0), pycu::packed(out, out__0), dx);
}

PYCU_ENTRIES_END(stencil)

PYCU_WRAPPERS(stencil)

int stencil_derivative2__a1f8a_a1f8a_f8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f64_1d u, pycu_array_f64_1d out, double dx)
{
    pycu::Launch launch(stencil_report__, "derivative2", grid, block, shared_bytes, stream);
    launch.reads("u", u);
    launch.writes("out", out);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(stencil, derivative2, contiguous, loops), u.data,
            int(u.shape[0]), out.data, int(out.shape[0]), dx);
    }
    return launch.run(PYCU_WIDE_ENTRY(stencil, derivative2, strided, loops), u.data, pycu::shape(u),
        pycu::strides(u), out.data, pycu::shape(out), pycu::strides(out), dx);
}

int stencil_derivative2(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f64_1d u, pycu_array_f64_1d out, double dx)
{
    return stencil_derivative2__a1f8a_a1f8a_f8(grid, block, shared_bytes, stream, u, out, dx);
}

int stencil_derivative4__a1f8a_a1f8a_f8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f64_1d u, pycu_array_f64_1d out, double dx)
{
    pycu::Launch launch(stencil_report__, "derivative4", grid, block, shared_bytes, stream);
    launch.reads("u", u);
    launch.writes("out", out);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(stencil, derivative4, contiguous, loops), u.data,
            int(u.shape[0]), out.data, int(out.shape[0]), dx);
    }
    return launch.run(PYCU_WIDE_ENTRY(stencil, derivative4, strided, loops), u.data, pycu::shape(u),
        pycu::strides(u), out.data, pycu::shape(out), pycu::strides(out), dx);
}

int stencil_derivative4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f64_1d u, pycu_array_f64_1d out, double dx)
{
    return stencil_derivative4__a1f8a_a1f8a_f8(grid, block, shared_bytes, stream, u, out, dx);
}

int stencil_derivative6__a1f8a_a1f8a_f8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f64_1d u, pycu_array_f64_1d out, double dx)
{
    pycu::Launch launch(stencil_report__, "derivative6", grid, block, shared_bytes, stream);
    launch.reads("u", u);
    launch.writes("out", out);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(stencil, derivative6, contiguous, loops), u.data,
            int(u.shape[0]), out.data, int(out.shape[0]), dx);
    }
    return launch.run(PYCU_WIDE_ENTRY(stencil, derivative6, strided, loops), u.data, pycu::shape(u),
        pycu::strides(u), out.data, pycu::shape(out), pycu::strides(out), dx);
}

int stencil_derivative6(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f64_1d u, pycu_array_f64_1d out, double dx)
{
    return stencil_derivative6__a1f8a_a1f8a_f8(grid, block, shared_bytes, stream, u, out, dx);
}
