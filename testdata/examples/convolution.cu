// 2-D convolution with a small mask in constant memory; pixels beyond the edge repeat the edge.
// Generated from convolution.py by pycu: edit convolution.py and run pycu again.
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
__device__ void convolve(pycu::array<const float, 2, int> image, pycu::array<float, 2, int> result,
                         float scale)
{
    const auto& mask = MASK;
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const int height = image.shape[0], width = image.shape[1];
    if (x >= width || y >= height) {
        return;
    }

    float total = 0.0f;
    for (int dy = -RADIUS; dy < RADIUS + 1; ++dy) {
        const int row = min(max(y + dy, 0), height - 1);
        for (int dx = -RADIUS; dx < RADIUS + 1; ++dx) {
            const int col = min(max(x + dx, 0), width - 1);
            total += image(row, col) * mask[dy + RADIUS][dx + RADIUS];
        }
    }

    result(y, x) = scale * total;
}

PYCU_END(convolution)

// How the host launches the kernels above.
#include "convolution.h"
#include "convolution_wide.cuh"

PYCU_ENTRIES(convolution)

__global__ void convolve__contiguous(const float* __restrict__ image, int image__0, int image__1,
    float* __restrict__ result, int result__0, int result__1, float scale)
{
    convolve(pycu::packed(image, image__0, image__1), pycu::packed(result, result__0, result__1),
        scale);
}

PYCU_ENTRIES_END(convolution)

PYCU_WRAPPERS(convolution)

int convolution_convolve__a2f4c_a2f4c_f4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_2d image, pycu_array_f32_2d result, float scale)
{
    pycu::Launch launch(convolution_report__, "convolve", grid, block, shared_bytes, stream);
    launch.reads("image", image, pycu::Layout::C);
    launch.writes("result", result, pycu::Layout::C);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(convolution, convolve, contiguous, loops), image.data,
            int(image.shape[0]), int(image.shape[1]), result.data, int(result.shape[0]),
            int(result.shape[1]), scale);
    }
    return launch.run(PYCU_WIDE_ENTRY(convolution, convolve, strided, loops), image.data,
        pycu::shape(image), pycu::strides(image), result.data, pycu::shape(result),
        pycu::strides(result), scale);
}

int convolution_convolve(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f32_2d image, pycu_array_f32_2d result, float scale)
{
    return convolution_convolve__a2f4c_a2f4c_f4(grid, block, shared_bytes, stream, image, result,
        scale);
}
