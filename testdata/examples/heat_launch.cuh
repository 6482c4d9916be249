// Explicit heat equation on a plate.
// Generated from heat.py by pycu: edit heat.py and run pycu again.
//
// How the host launches what heat.cu has.
#include "heat.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(heat)

/// Five-point Laplacian at (i, j).
__device__ double laplacian(pycu::array<const float, 2> u, int64_t i, int64_t j)
{
    return u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) - 4.0 * u(i, j);
}

/// One explicit step; the border stays as it is.
PYCU_KERNEL void step(pycu::array<const float, 2> u, pycu::array<float, 2> out)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t j = int64_t(blockIdx.y) * blockDim.y + threadIdx.y;
    const int64_t rows = u.shape[0], cols = u.shape[1];
    if (0 < i && i < rows - 1 && 0 < j && j < cols - 1) {
        out(i, j) = u(i, j) + ALPHA * pycu_wide::laplacian(u, i, j);
    }
}

/// The largest value of each block of u.
PYCU_KERNEL void block_max(pycu::array<const float, 1> u, pycu::array<float, 1> result)
{
    __shared__ float best[BLOCK];
    const int t = threadIdx.x;
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    best[t] = i < u.size() ? u[i] : -INFINITY;
    __syncthreads();

    // halve the live threads until one is left
    for (int64_t half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half) {
            best[t] = fmaxf(best[t], best[t + half]);
        }
        __syncthreads();
    }
    if (t == 0) {
        result[blockIdx.x] = best[0];
    }
}

PYCU_WIDE_END(heat)

#if PYCU_HOST
#include "heat_cpu.cuh"
#endif

PYCU_WRAPPERS(heat)

PYCU_INT_ENTRIES(heat, step)
PYCU_LONG_ROWS_OF(heat, step, y)

int heat_step__a2f4a_a2f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                           pycu_stream stream, pycu_array_f32_2d u, pycu_array_f32_2d out)
{
    return PYCU_LAUNCH(heat, step, loops, (u, out));
}

PYCU_ALIAS(heat_step, heat_step__a2f4a_a2f4a)

PYCU_INT_ENTRIES(heat, block_max)
PYCU_INT_REGIONS(heat, block_max)

int heat_block_max__a1f4a_a1f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                pycu_stream stream, pycu_array_f32_1d u, pycu_array_f32_1d result)
{
    return PYCU_LAUNCH(heat, block_max, regions, (u, result));
}

PYCU_ALIAS(heat_block_max, heat_block_max__a1f4a_a1f4a)
