// 2-D convolution with a small mask in constant memory; pixels beyond the edge repeat the edge.
#include "pycu.h"

PYCU_MODULE(convolution)

static constexpr int RADIUS = 2;

// binomial weights, a good stand-in for a Gaussian
static __constant__ const float MASK[5][5] = {
    {1.0f, 4.0f, 6.0f, 4.0f, 1.0f},
    {4.0f, 16.0f, 24.0f, 16.0f, 4.0f},
    {6.0f, 24.0f, 36.0f, 24.0f, 6.0f},
    {4.0f, 16.0f, 24.0f, 16.0f, 4.0f},
    {1.0f, 4.0f, 6.0f, 4.0f, 1.0f},
};

/// result = scale * (image * MASK)
PYCU_KERNEL void convolve(pycu::array<const float, 2, int> image, pycu::array<float, 2, int> result,
                          float scale)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const int height = image.shape[0], width = image.shape[1];
    if (x >= width || y >= height) {
        return;
    }

    float total = 0.0f;
    for (int dy = -RADIUS; dy <= RADIUS; ++dy) {
        const int row = min(max(y + dy, 0), height - 1);
        for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
            const int col = min(max(x + dx, 0), width - 1);
            total += image(row, col) * MASK[dy + RADIUS][dx + RADIUS];
        }
    }

    result(y, x) = scale * total;
}

PYCU_END(convolution)
