// Generated from negative_index.py by pycu: edit negative_index.py and run pycu again.
//
// The kernels of negative_index.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(negative_index)

__device__ void border(pycu::array<float, 2> u, int64_t k, uint32_t w)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t j = int64_t(blockIdx.y) * blockDim.y + threadIdx.y;
    u(i, j) = u(pycu::wrap(i - 1, u.shape[0]), j);
    u(u.shape[0] - 1, j) = u(pycu::wrap(k, u.shape[0]), w);
    if (k >= 0) {
        u(k, u.shape[1] - 2) = 0.0f;
    }
    if (i > 0) {
        u(i - 1, j) = 1.0f;
    }
    for (int64_t n = 0; n < 3; ++n) {
        u(n, pycu::wrap(k - n, u.shape[1])) = u(i % 5, j / 2);
    }
}

__global__ void border__strided(float* u, pycu::extents<2> u__shape, pycu::extents<2> u__strides,
    int64_t k, uint32_t w)
{
    pycu_wide::border(pycu::view_a(u, u__shape, u__strides), k, w);
}

PYCU_WIDE_END(negative_index)
