// Distances between points given in polar coordinates; device functions do the work.
// Generated from polar.py by pycu: edit polar.py and run pycu again.
//
// The kernels of polar.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(polar)

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
        out[i] = pycu_wide::hypot_(x[i], y[i]);
    }
}

__device__ void polar_distance(pycu::array<const float, 1> rho1, pycu::array<const float, 1> theta1,
                               pycu::array<const float, 1> rho2, pycu::array<const float, 1> theta2,
                               pycu::array<float, 1> out)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < out.size()) {
        const auto [x1, y1] = pycu_wide::polar_to_cartesian(rho1[i], theta1[i]);
        const auto [x2, y2] = pycu_wide::polar_to_cartesian(rho2[i], theta2[i]);

        out[i] = pow(double((x1 - x2) * (x1 - x2) + (y1 - y2) * (y1 - y2)), 0.5);
    }
}

__global__ void lengths__strided(const double* x, pycu::extents<1> x__shape,
    pycu::extents<1> x__strides, const double* y, pycu::extents<1> y__shape,
    pycu::extents<1> y__strides, double* out, pycu::extents<1> out__shape,
    pycu::extents<1> out__strides)
{
    pycu_wide::lengths(pycu::view_a(x, x__shape, x__strides), pycu::view_a(y, y__shape, y__strides),
        pycu::view_a(out, out__shape, out__strides));
}

__global__ void polar_distance__strided(const float* rho1, pycu::extents<1> rho1__shape,
    pycu::extents<1> rho1__strides, const float* theta1, pycu::extents<1> theta1__shape,
    pycu::extents<1> theta1__strides, const float* rho2, pycu::extents<1> rho2__shape,
    pycu::extents<1> rho2__strides, const float* theta2, pycu::extents<1> theta2__shape,
    pycu::extents<1> theta2__strides, float* out, pycu::extents<1> out__shape,
    pycu::extents<1> out__strides)
{
    pycu_wide::polar_distance(pycu::view_a(rho1, rho1__shape, rho1__strides),
        pycu::view_a(theta1, theta1__shape, theta1__strides),
        pycu::view_a(rho2, rho2__shape, rho2__strides),
        pycu::view_a(theta2, theta2__shape, theta2__strides),
        pycu::view_a(out, out__shape, out__strides));
}

PYCU_WIDE_END(polar)
