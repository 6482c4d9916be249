// Distances between points given in polar coordinates; device functions do the work.
// Generated from polar.py by pycu: edit polar.py and run pycu again.
//
// How the host launches what polar.cu has.
#include "polar.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(polar)

/// The lengths of the vectors (x[i], y[i]); none may be zero.
PYCU_KERNEL void lengths(pycu::array<const double, 1> x, pycu::array<const double, 1> y,
                         pycu::array<double, 1> out)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < out.size()) {
        out[i] = hypot_(x[i], y[i]);
    }
}

PYCU_KERNEL void polar_distance(pycu::array<const float, 1> rho1,
                                pycu::array<const float, 1> theta1,
                                pycu::array<const float, 1> rho2,
                                pycu::array<const float, 1> theta2, pycu::array<float, 1> out)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < out.size()) {
        const auto [x1, y1] = polar_to_cartesian(rho1[i], theta1[i]);
        const auto [x2, y2] = polar_to_cartesian(rho2[i], theta2[i]);

        out[i] = pow(double((x1 - x2) * (x1 - x2) + (y1 - y2) * (y1 - y2)), 0.5);
    }
}

PYCU_WIDE_END(polar)

#if PYCU_HOST
#include "polar_cpu.cuh"
#endif

PYCU_WRAPPERS(polar)

PYCU_INT_ENTRIES(polar, lengths)
PYCU_LONG_ROWS_OF(polar, lengths, x)

int polar_lengths__a1f8a_a1f8a_a1f8a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                     pycu_stream stream, pycu_array_f64_1d x, pycu_array_f64_1d y,
                                     pycu_array_f64_1d out)
{
    return PYCU_LAUNCH(polar, lengths, loops, (x, y, out));
}

PYCU_ALIAS(polar_lengths, polar_lengths__a1f8a_a1f8a_a1f8a)

PYCU_INT_ENTRIES(polar, polar_distance)
PYCU_LONG_ROWS_OF(polar, polar_distance, x)

int polar_polar_distance__a1f4a_a1f4a_a1f4a_a1f4a_a1f4a(
    pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f32_1d rho1, pycu_array_f32_1d theta1, pycu_array_f32_1d rho2,
    pycu_array_f32_1d theta2, pycu_array_f32_1d out)
{
    return PYCU_LAUNCH(polar, polar_distance, loops, (rho1, theta1, rho2, theta2, out));
}

PYCU_ALIAS(polar_polar_distance, polar_polar_distance__a1f4a_a1f4a_a1f4a_a1f4a_a1f4a)
