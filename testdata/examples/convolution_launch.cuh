// 2-D convolution with a small mask in constant memory; pixels beyond the edge repeat the edge.
// Generated from convolution.py by pycu: edit convolution.py and run pycu again.
//
// How the host launches what convolution.cu has.
#include "convolution.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(convolution)

/// result = scale * (image * MASK)
PYCU_KERNEL void convolve(pycu::array<const float, 2> image, pycu::array<float, 2> result,
                          float scale)
{
    const int64_t x = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t y = int64_t(blockIdx.y) * blockDim.y + threadIdx.y;
    const int64_t height = image.shape[0], width = image.shape[1];
    if (x >= width || y >= height) {
        return;
    }

    float total = 0.0f;
    for (int64_t dy = -RADIUS; dy <= RADIUS; ++dy) {
        const int64_t row = min(max(y + dy, int64_t(0)), height - 1);
        for (int64_t dx = -RADIUS; dx <= RADIUS; ++dx) {
            const int64_t col = min(max(x + dx, int64_t(0)), width - 1);
            total += image(row, col) * MASK[dy + RADIUS][dx + RADIUS];
        }
    }

    result(y, x) = scale * total;
}

PYCU_WIDE_END(convolution)

PYCU_WRAPPERS(convolution)

PYCU_INT_ENTRIES(convolution, convolve)

int convolution_convolve__a2f4c_a2f4c_f4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                         pycu_stream stream, pycu_array_f32_2d image,
                                         pycu_array_f32_2d result, float scale)
{
    return PYCU_LAUNCH(convolution, convolve, loops,
                       (pycu::c_order(image), pycu::c_order(result), scale));
}

PYCU_ALIAS(convolution_convolve, convolution_convolve__a2f4c_a2f4c_f4)
