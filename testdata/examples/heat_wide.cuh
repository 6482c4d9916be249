// Explicit heat equation on a plate.
// Generated from heat.py by pycu: edit heat.py and run pycu again.
//
// The kernels of heat.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(heat)

/// Five-point Laplacian at (i, j).
__device__ double laplacian(pycu::array<const float, 2> u, int64_t i, int64_t j)
{
    return u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) - 4.0 * u(i, j);
}

/// One explicit step; the border stays as it is.
__device__ void step(pycu::array<const float, 2> u, pycu::array<float, 2> out)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t j = int64_t(blockIdx.y) * blockDim.y + threadIdx.y;
    const int64_t rows = u.shape[0], cols = u.shape[1];
    if (0 < i && i < rows - 1 && 0 < j && j < cols - 1) {
        out(i, j) = u(i, j) + ALPHA * pycu_wide::laplacian(u, i, j);
    }
}

/// The largest value of each block of u.
__device__ void block_max(pycu::array<const float, 1> u, pycu::array<float, 1> result)
{
    __shared__ float best[BLOCK];
    const int t = threadIdx.x;
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    best[t] = i < u.size() ? u[i] : -INFINITY;
    __syncthreads();

    // halve the live threads until one is left
    int64_t half = blockDim.x / 2;
    while (half > 0) {
        if (t < half) {
            best[t] = fmaxf(best[t], best[t + half]);
        }
        __syncthreads();
        half /= 2;
    }
    if (t == 0) {
        result[blockIdx.x] = best[0];
    }
}

__global__ void step__strided(const float* u, pycu::extents<2> u__shape,
    pycu::extents<2> u__strides, float* out, pycu::extents<2> out__shape,
    pycu::extents<2> out__strides)
{
    pycu_wide::step(pycu::view_a(u, u__shape, u__strides),
        pycu::view_a(out, out__shape, out__strides));
}

__global__ void block_max__strided(const float* u, pycu::extents<1> u__shape,
    pycu::extents<1> u__strides, float* result, pycu::extents<1> result__shape,
    pycu::extents<1> result__strides)
{
    pycu_wide::block_max(pycu::view_a(u, u__shape, u__strides),
        pycu::view_a(result, result__shape, result__strides));
}

PYCU_WIDE_END(heat)
