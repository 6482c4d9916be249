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
__device__ void step(pycu::array<const float, 2, int> u, pycu::array<float, 2, int> out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    const int rows = u.shape[0], cols = u.shape[1];
    if (0 < i && i < rows - 1 && 0 < j && j < cols - 1) {
        out(i, j) = u(i, j) + ALPHA * laplacian(u, i, j);
    }
}

/// The largest value of each block of u.
__device__ void block_max(pycu::array<const float, 1, int> u, pycu::array<float, 1, int> result)
{
    __shared__ float best[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    best[t] = i < u.size() ? u[i] : -INFINITY;
    __syncthreads();

    // halve the live threads until one is left
    int half = blockDim.x / 2;
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

PYCU_END(heat)

// How the host launches the kernels above.
#include "heat.h"
#include "heat_wide.cuh"

PYCU_ENTRIES(heat)

__global__ void step__contiguous(const float* __restrict__ u, int u__0, int u__1,
    float* __restrict__ out, int out__0, int out__1)
{
    step(pycu::packed(u, u__0, u__1), pycu::packed(out, out__0, out__1));
}

__global__ void block_max__contiguous(const float* __restrict__ u, int u__0,
    float* __restrict__ result, int result__0)
{
    block_max(pycu::packed(u, u__0), pycu::packed(result, result__0));
}

PYCU_ENTRIES_END(heat)

PYCU_WRAPPERS(heat)

int heat_step__a2f4a_a2f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_2d u, pycu_array_f32_2d out)
{
    pycu::Launch launch(heat_report__, "step", grid, block, shared_bytes, stream);
    launch.reads("u", u);
    launch.writes("out", out);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(heat, step, contiguous, loops), u.data, int(u.shape[0]),
            int(u.shape[1]), out.data, int(out.shape[0]), int(out.shape[1]));
    }
    return launch.run(PYCU_WIDE_ENTRY(heat, step, strided, loops), u.data, pycu::shape(u),
        pycu::strides(u), out.data, pycu::shape(out), pycu::strides(out));
}

int heat_step(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f32_2d u, pycu_array_f32_2d out)
{
    return heat_step__a2f4a_a2f4a(grid, block, shared_bytes, stream, u, out);
}

int heat_block_max__a1f4a_a1f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_1d u, pycu_array_f32_1d result)
{
    pycu::Launch launch(heat_report__, "block_max", grid, block, shared_bytes, stream);
    launch.reads("u", u);
    launch.writes("result", result);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(heat, block_max, contiguous, fibers), u.data, int(u.shape[0]),
            result.data, int(result.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(heat, block_max, strided, fibers), u.data, pycu::shape(u),
        pycu::strides(u), result.data, pycu::shape(result), pycu::strides(result));
}

int heat_block_max(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f32_1d u, pycu_array_f32_1d result)
{
    return heat_block_max__a1f4a_a1f4a(grid, block, shared_bytes, stream, u, result);
}
