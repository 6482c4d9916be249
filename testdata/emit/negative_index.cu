// Generated from negative_index.py by pycu: edit negative_index.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(negative_index)

__device__ void border(pycu::array<float, 2, int> u, int k, uint32_t w)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    u(i, j) = u(pycu::wrap(i - 1, u.shape[0]), j);
    u(u.shape[0] - 1, j) = u(pycu::wrap(k, u.shape[0]), w);
    if (k >= 0) {
        u(k, u.shape[1] - 2) = 0.0f;
    }
    if (i > 0) {
        u(i - 1, j) = 1.0f;
    }
    for (int n = 0; n < 3; ++n) {
        u(n, pycu::wrap(k - n, u.shape[1])) = u(i % 5, j / 2);
    }
}

PYCU_END(negative_index)

// How the host launches the kernels above.
#include "negative_index.h"
#include "negative_index_wide.cuh"

PYCU_ENTRIES(negative_index)

__global__ void border__contiguous(float* __restrict__ u, int u__0, int u__1, int64_t k, uint32_t w)
{
    border(pycu::packed(u, u__0, u__1), k, w);
}

PYCU_ENTRIES_END(negative_index)

PYCU_WRAPPERS(negative_index)

int negative_index_border__a2f4a_i8_u4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_2d u, int64_t k, uint32_t w)
{
    pycu::Launch launch(negative_index_report__, "border", grid, block, shared_bytes, stream);
    launch.writes("u", u);
    if (launch.fits_int(k)) {
        return launch.run(PYCU_ENTRY(negative_index, border, contiguous, loops), u.data,
            int(u.shape[0]), int(u.shape[1]), k, w);
    }
    return launch.run(PYCU_WIDE_ENTRY(negative_index, border, strided, loops), u.data,
        pycu::shape(u), pycu::strides(u), k, w);
}

int negative_index_border(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_2d u, int64_t k, uint32_t w)
{
    return negative_index_border__a2f4a_i8_u4(grid, block, shared_bytes, stream, u, k, w);
}
