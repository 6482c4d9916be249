// Derivatives of a sampled function: one kernel for each order of accuracy, made by a factory.
// Generated from stencil.py by pycu: edit stencil.py and run pycu again.
//
// The kernels of stencil.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
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

__device__ void derivative2(pycu::array<const double, 1> u, pycu::array<double, 1> out, double dx)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t n = u.shape[0];

    if (i < n) {
        double total = 0.0;
        for (int64_t k = 0; k < derivative2_radius; ++k) {
            total += derivative2_coefficients[k]
                * (pycu_wide::derivative2_at(i + k + 1, u, n)
                - pycu_wide::derivative2_at(i - k - 1, u, n));
        }
        out[i] = total / dx;
    }
}

__device__ void derivative4(pycu::array<const double, 1> u, pycu::array<double, 1> out, double dx)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t n = u.shape[0];

    if (i < n) {
        double total = 0.0;
        for (int64_t k = 0; k < derivative4_radius; ++k) {
            total += derivative4_coefficients[k]
                * (pycu_wide::derivative4_at(i + k + 1, u, n)
                - pycu_wide::derivative4_at(i - k - 1, u, n));
        }
        out[i] = total / dx;
    }
}

__device__ void derivative6(pycu::array<const double, 1> u, pycu::array<double, 1> out, double dx)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t n = u.shape[0];

    if (i < n) {
        double total = 0.0;
        for (int64_t k = 0; k < derivative6_radius; ++k) {
            total += derivative6_coefficients[k]
                * (pycu_wide::derivative6_at(i + k + 1, u, n)
                - pycu_wide::derivative6_at(i - k - 1, u, n));
        }
        out[i] = total / dx;
    }
}

__global__ void derivative2__strided(const double* u, pycu::extents<1> u__shape,
    pycu::extents<1> u__strides, double* out, pycu::extents<1> out__shape,
    pycu::extents<1> out__strides, double dx)
{
    pycu_wide::derivative2(pycu::view_a(u, u__shape, u__strides),
        pycu::view_a(out, out__shape, out__strides), dx);
}

__global__ void derivative4__strided(const double* u, pycu::extents<1> u__shape,
    pycu::extents<1> u__strides, double* out, pycu::extents<1> out__shape,
    pycu::extents<1> out__strides, double dx)
{
    pycu_wide::derivative4(pycu::view_a(u, u__shape, u__strides),
        pycu::view_a(out, out__shape, out__strides), dx);
}

__global__ void derivative6__strided(const double* u, pycu::extents<1> u__shape,
    pycu::extents<1> u__strides, double* out, pycu::extents<1> out__shape,
    pycu::extents<1> out__strides, double dx)
{
    pycu_wide::derivative6(pycu::view_a(u, u__shape, u__strides),
        pycu::view_a(out, out__shape, out__strides), dx);
}

PYCU_WIDE_END(stencil)
