// Explicit heat equation on a plate.
// Generated from heat.py by pycu: edit heat.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(heat)

static constexpr float ALPHA = 0.1f;
static constexpr int BLOCK = 256;

/// Five-point Laplacian at (i, j).
__device__ double laplacian(pycu::array<const float, 2, int> u, int i, int j)
{
    return u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) - 4.0 * u(i, j);
}

/// One explicit step; the border stays as it is.
PYCU_KERNEL void step(pycu::array<const float, 2, int> u, pycu::array<float, 2, int> out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    const int rows = u.shape[0], cols = u.shape[1];
    if (0 < i && i < rows - 1 && 0 < j && j < cols - 1) {
        out(i, j) = u(i, j) + ALPHA * laplacian(u, i, j);
    }
}

/// The largest value of each block of u.
PYCU_KERNEL void block_max(pycu::array<const float, 1, int> u, pycu::array<float, 1, int> result)
{
    __shared__ float best[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    best[t] = i < u.size() ? u[i] : -INFINITY;
    __syncthreads();

    // halve the live threads until one is left
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half) {
            best[t] = fmaxf(best[t], best[t + half]);
        }
        __syncthreads();
    }
    if (t == 0) {
        result[blockIdx.x] = best[0];
    }
}

PYCU_END(heat)

#include "heat_launch.cuh"
