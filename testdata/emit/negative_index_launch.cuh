// An index that may be negative counts from the end; the test is left out where it cannot be.
// Generated from negative_index.py by pycu: edit negative_index.py and run pycu again.
//
// How the host launches what negative_index.cu has.
#include "negative_index.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(negative_index)

PYCU_KERNEL void border(pycu::array<float, 2> u, int64_t k, uint32_t w)
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

PYCU_WIDE_END(negative_index)

PYCU_WRAPPERS(negative_index)

PYCU_INT_ENTRIES(negative_index, border)

int negative_index_border__a2f4a_i8_u4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                       pycu_stream stream, pycu_array_f32_2d u, int64_t k,
                                       uint32_t w)
{
    return PYCU_LAUNCH(negative_index, border, loops, (u, pycu::index(k), w));
}

PYCU_ALIAS(negative_index_border, negative_index_border__a2f4a_i8_u4)
