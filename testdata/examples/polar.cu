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
__device__ void lengths(pycu::array<const double, 1> x, pycu::array<const double, 1> y,
                        pycu::array<double, 1> out)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < out.size()) {
        out[i] = hypot_(x[i], y[i]);
    }
}

__device__ void polar_distance(pycu::array<const float, 1> rho1, pycu::array<const float, 1> theta1,
                               pycu::array<const float, 1> rho2, pycu::array<const float, 1> theta2,
                               pycu::array<float, 1> out)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < out.size()) {
        const auto [x1, y1] = polar_to_cartesian(rho1[i], theta1[i]);
        const auto [x2, y2] = polar_to_cartesian(rho2[i], theta2[i]);

        out[i] = pow(double((x1 - x2) * (x1 - x2) + (y1 - y2) * (y1 - y2)), 0.5);
    }
}

PYCU_END(polar)

// How the host launches the kernels above.
#include "polar.h"

PYCU_ENTRIES(polar)

__global__ void lengths__contiguous(const double* __restrict__ x, pycu::extents<1> x__shape,
    const double* __restrict__ y, pycu::extents<1> y__shape, double* __restrict__ out,
    pycu::extents<1> out__shape)
{
    lengths(pycu::view_c(x, x__shape), pycu::view_c(y, y__shape), pycu::view_c(out, out__shape));
}

__global__ void lengths__strided(const double* x, pycu::extents<1> x__shape,
    pycu::extents<1> x__strides, const double* y, pycu::extents<1> y__shape,
    pycu::extents<1> y__strides, double* out, pycu::extents<1> out__shape,
    pycu::extents<1> out__strides)
{
    lengths(pycu::view_a(x, x__shape, x__strides), pycu::view_a(y, y__shape, y__strides),
        pycu::view_a(out, out__shape, out__strides));
}

__global__ void polar_distance__contiguous(const float* __restrict__ rho1,
    pycu::extents<1> rho1__shape, const float* __restrict__ theta1, pycu::extents<1> theta1__shape,
    const float* __restrict__ rho2, pycu::extents<1> rho2__shape, const float* __restrict__ theta2,
    pycu::extents<1> theta2__shape, float* __restrict__ out, pycu::extents<1> out__shape)
{
    polar_distance(pycu::view_c(rho1, rho1__shape), pycu::view_c(theta1, theta1__shape),
        pycu::view_c(rho2, rho2__shape), pycu::view_c(theta2, theta2__shape),
        pycu::view_c(out, out__shape));
}

__global__ void polar_distance__strided(const float* rho1, pycu::extents<1> rho1__shape,
    pycu::extents<1> rho1__strides, const float* theta1, pycu::extents<1> theta1__shape,
    pycu::extents<1> theta1__strides, const float* rho2, pycu::extents<1> rho2__shape,
    pycu::extents<1> rho2__strides, const float* theta2, pycu::extents<1> theta2__shape,
    pycu::extents<1> theta2__strides, float* out, pycu::extents<1> out__shape,
    pycu::extents<1> out__strides)
{
    polar_distance(pycu::view_a(rho1, rho1__shape, rho1__strides),
        pycu::view_a(theta1, theta1__shape, theta1__strides),
        pycu::view_a(rho2, rho2__shape, rho2__strides),
        pycu::view_a(theta2, theta2__shape, theta2__strides),
        pycu::view_a(out, out__shape, out__strides));
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
    if (launch.is_contiguous()) {
        return launch.run(PYCU_ENTRY(polar, lengths, contiguous, loops), x.data, pycu::shape(x),
            y.data, pycu::shape(y), out.data, pycu::shape(out));
    }
    return launch.run(PYCU_ENTRY(polar, lengths, strided, loops), x.data, pycu::shape(x),
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
    if (launch.is_contiguous()) {
        return launch.run(PYCU_ENTRY(polar, polar_distance, contiguous, loops), rho1.data,
            pycu::shape(rho1), theta1.data, pycu::shape(theta1), rho2.data, pycu::shape(rho2),
            theta2.data, pycu::shape(theta2), out.data, pycu::shape(out));
    }
    return launch.run(PYCU_ENTRY(polar, polar_distance, strided, loops), rho1.data,
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
