// Distances between points given in polar coordinates; device functions do the work.
// Generated from polar.py by pycu: edit polar.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(polar)

__device__ double hypot_(double x, double y)
{
    x = fabs(x);
    y = fabs(y);
    double t = fmin(x, y);
    x = fmax(x, y);
    t = t / x;
    return x * sqrt(1.0 + t * t);
}

__device__ pycu::tuple<float, float> polar_to_cartesian(float rho, float theta)
{
    const float x = rho * cosf(theta);
    const float y = rho * sinf(theta);
    return {x, y};  // This is Python, so let's return a tuple
}

/// The lengths of the vectors (x[i], y[i]); none may be zero.
__device__ void lengths(pycu::array<const double, 1, int> x, pycu::array<const double, 1, int> y,
                        pycu::array<double, 1, int> out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out.size()) {
        out[i] = hypot_(x[i], y[i]);
    }
}

__device__ void polar_distance(pycu::array<const float, 1, int> rho1,
                               pycu::array<const float, 1, int> theta1,
                               pycu::array<const float, 1, int> rho2,
                               pycu::array<const float, 1, int> theta2,
                               pycu::array<float, 1, int> out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out.size()) {
        const auto [x1, y1] = polar_to_cartesian(rho1[i], theta1[i]);
        const auto [x2, y2] = polar_to_cartesian(rho2[i], theta2[i]);

        out[i] = pow(double((x1 - x2) * (x1 - x2) + (y1 - y2) * (y1 - y2)), 0.5);
    }
}

PYCU_END(polar)

// How the host launches the kernels above.
#include "polar.h"
#include "polar_wide.cuh"

PYCU_ENTRIES(polar)

__global__ void lengths__contiguous(const double* __restrict__ x, int x__0,
    const double* __restrict__ y, int y__0, double* __restrict__ out, int out__0)
{
    lengths(pycu::packed(x, x__0), pycu::packed(y, y__0), pycu::packed(out, out__0));
}

__global__ void polar_distance__contiguous(const float* __restrict__ rho1, int rho1__0,
    const float* __restrict__ theta1, int theta1__0, const float* __restrict__ rho2, int rho2__0,
    const float* __restrict__ theta2, int theta2__0, float* __restrict__ out, int out__0)
{
    polar_distance(pycu::packed(rho1, rho1__0), pycu::packed(theta1, theta1__0),
        pycu::packed(rho2, rho2__0), pycu::packed(theta2, theta2__0), pycu::packed(out, out__0));
}

PYCU_ENTRIES_END(polar)

PYCU_WRAPPERS(polar)

int polar_lengths__a1f8a_a1f8a_a1f8a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f64_1d x, pycu_array_f64_1d y, pycu_array_f64_1d out)
{
    pycu::Launch launch(polar_report__, "lengths", grid, block, shared_bytes, stream);
    launch.reads("x", x);
    launch.reads("y", y);
    launch.writes("out", out);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(polar, lengths, contiguous, loops), x.data, int(x.shape[0]),
            y.data, int(y.shape[0]), out.data, int(out.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(polar, lengths, strided, loops), x.data, pycu::shape(x),
        pycu::strides(x), y.data, pycu::shape(y), pycu::strides(y), out.data, pycu::shape(out),
        pycu::strides(out));
}

int polar_lengths(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f64_1d x, pycu_array_f64_1d y, pycu_array_f64_1d out)
{
    return polar_lengths__a1f8a_a1f8a_a1f8a(grid, block, shared_bytes, stream, x, y, out);
}

int polar_polar_distance__a1f4a_a1f4a_a1f4a_a1f4a_a1f4a(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_f32_1d rho1, pycu_array_f32_1d theta1,
    pycu_array_f32_1d rho2, pycu_array_f32_1d theta2, pycu_array_f32_1d out)
{
    pycu::Launch launch(polar_report__, "polar_distance", grid, block, shared_bytes, stream);
    launch.reads("rho1", rho1);
    launch.reads("theta1", theta1);
    launch.reads("rho2", rho2);
    launch.reads("theta2", theta2);
    launch.writes("out", out);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(polar, polar_distance, contiguous, loops), rho1.data,
            int(rho1.shape[0]), theta1.data, int(theta1.shape[0]), rho2.data, int(rho2.shape[0]),
            theta2.data, int(theta2.shape[0]), out.data, int(out.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(polar, polar_distance, strided, loops), rho1.data,
        pycu::shape(rho1), pycu::strides(rho1), theta1.data, pycu::shape(theta1),
        pycu::strides(theta1), rho2.data, pycu::shape(rho2), pycu::strides(rho2), theta2.data,
        pycu::shape(theta2), pycu::strides(theta2), out.data, pycu::shape(out), pycu::strides(out));
}

int polar_polar_distance(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f32_1d rho1, pycu_array_f32_1d theta1, pycu_array_f32_1d rho2,
    pycu_array_f32_1d theta2, pycu_array_f32_1d out)
{
    return polar_polar_distance__a1f4a_a1f4a_a1f4a_a1f4a_a1f4a(grid, block, shared_bytes, stream,
        rho1, theta1, rho2, theta2, out);
}
