// 2-D convolution with a small mask in constant memory; pixels beyond the edge repeat the edge.
// Generated from convolution.py by pycu: edit convolution.py and run pycu again.
//
// The kernels of convolution.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(convolution)

/// result = scale * (image * MASK)
__device__ void convolve(pycu::array<const float, 2> image, pycu::array<float, 2> result,
                         float scale)
{
    const auto& mask = MASK;
    const int64_t x = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t y = int64_t(blockIdx.y) * blockDim.y + threadIdx.y;
    const int64_t height = image.shape[0], width = image.shape[1];
    if (x >= width || y >= height) {
        return;
    }

    float total = 0.0f;
    for (int64_t dy = -RADIUS; dy < RADIUS + 1; ++dy) {
        const int64_t row = min(max(y + dy, int64_t(0)), height - 1);
        for (int64_t dx = -RADIUS; dx < RADIUS + 1; ++dx) {
            const int64_t col = min(max(x + dx, int64_t(0)), width - 1);
            total += image(row, col) * mask[dy + RADIUS][dx + RADIUS];
        }
    }

    result(y, x) = scale * total;
}

__global__ void convolve__strided(const float* image, pycu::extents<2> image__shape,
    pycu::extents<2> image__strides, float* result, pycu::extents<2> result__shape,
    pycu::extents<2> result__strides, float scale)
{
    pycu_wide::convolve(pycu::view_a(image, image__shape, image__strides),
        pycu::view_a(result, result__shape, result__strides), scale);
}

PYCU_WIDE_END(convolution)
