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

__device__ pycu::float2 polar_to_cartesian(float rho, float theta)
{
    const float x = rho * cosf(theta);
    const float y = rho * sinf(theta);
    return {x, y};  // This is Python, so let's return a tuple
}

/// The lengths of the vectors (x[i], y[i]); none may be zero.
PYCU_KERNEL void lengths(pycu::array<const double, 1, int> x, pycu::array<const double, 1, int> y,
                         pycu::array<double, 1, int> out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out.size()) {
        out[i] = hypot_(x[i], y[i]);
    }
}

PYCU_KERNEL void polar_distance(pycu::array<const float, 1, int> rho1,
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

#include "polar_launch.cuh"
