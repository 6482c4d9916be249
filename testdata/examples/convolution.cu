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

PYCU_END(convolution)

// How the host launches the kernels above.
#include "convolution.h"

PYCU_ENTRIES(convolution)

__global__ void convolve__contiguous(const float* __restrict__ image, pycu::extents<2> image__shape,
    float* __restrict__ result, pycu::extents<2> result__shape, float scale)
{
    convolve(pycu::view_c(image, image__shape), pycu::view_c(result, result__shape), scale);
}

__global__ void convolve__strided(const float* image, pycu::extents<2> image__shape,
    pycu::extents<2> image__strides, float* result, pycu::extents<2> result__shape,
    pycu::extents<2> result__strides, float scale)
{
    convolve(pycu::view_a(image, image__shape, image__strides),
        pycu::view_a(result, result__shape, result__strides), scale);
}

PYCU_ENTRIES_END(convolution)

PYCU_WRAPPERS(convolution)

int convolution_convolve__a2f4c_a2f4c_f4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_2d image, pycu_array_f32_2d result, float scale)
{
    pycu::Launch launch(convolution_report__, "convolve", grid, block, shared_bytes, stream);
    launch.reads("image", image, pycu::Layout::C);
    launch.writes("result", result, pycu::Layout::C);
    if (launch.is_contiguous()) {
        return launch.run(PYCU_ENTRY(convolution, convolve, contiguous, loops), image.data,
            pycu::shape(image), result.data, pycu::shape(result), scale);
    }
    return launch.run(PYCU_ENTRY(convolution, convolve, strided, loops), image.data,
        pycu::shape(image), pycu::strides(image), result.data, pycu::shape(result),
        pycu::strides(result), scale);
}

int convolution_convolve(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f32_2d image, pycu_array_f32_2d result, float scale)
{
    return convolution_convolve__a2f4c_a2f4c_f4(grid, block, shared_bytes, stream, image, result,
        scale);
}
