// The Mandelbrot set as an image of iteration counts.
// Generated from mandelbrot.py by pycu: edit mandelbrot.py and run pycu again.
//
// How the host launches what mandelbrot.cu has.
#include "mandelbrot.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(mandelbrot)

/// Given the real and imaginary parts of a complex number,
/// determine if it is a candidate for membership in the Mandelbrot
/// set given a fixed number of iterations.
__device__ int64_t mandel(double x, double y, int64_t max_iterations)
{
    double real = 0.0;
    double imag = 0.0;
    for (int64_t i = 0; i < max_iterations; ++i) {
        const double next_imag = 2.0 * real * imag + y;
        real = real * real - imag * imag + x;
        imag = next_imag;
        if (real * real + imag * imag >= 4.0) {
            return i;
        }
    }

    return max_iterations;
}

PYCU_KERNEL void mandelbrot(double min_x, double max_x, double min_y, double max_y,
                            pycu::array<int, 2> image)
{
    const int64_t height = image.shape[0];
    const int64_t width = image.shape[1];

    const double pixel_size_x = (max_x - min_x) / width;
    const double pixel_size_y = (max_y - min_y) / height;

    const int64_t start_x = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t start_y = int64_t(blockIdx.y) * blockDim.y + threadIdx.y;
    const int64_t stride_x = int64_t(gridDim.x) * blockDim.x;
    const int64_t stride_y = int64_t(gridDim.y) * blockDim.y;

    for (int64_t x = start_x; x < width; x += stride_x) {
        const double real = min_x + x * pixel_size_x;
        for (int64_t y = start_y; y < height; y += stride_y) {
            const double imag = min_y + y * pixel_size_y;
            image(y, x) = pycu_wide::mandel(real, imag, MAX_ITERATIONS);
        }
    }
}

PYCU_WIDE_END(mandelbrot)

#if PYCU_HOST
#include "mandelbrot_cpu.cuh"
#endif

PYCU_WRAPPERS(mandelbrot)

PYCU_INT_ENTRIES(mandelbrot, mandelbrot)
PYCU_ROWS_OF(mandelbrot, mandelbrot)

int mandelbrot_mandelbrot__f8_f8_f8_f8_a2i4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                             pycu_stream stream, double min_x, double max_x,
                                             double min_y, double max_y, pycu_array_i32_2d image)
{
    return PYCU_LAUNCH(mandelbrot, mandelbrot, loops, (min_x, max_x, min_y, max_y, image));
}

PYCU_ALIAS(mandelbrot_mandelbrot, mandelbrot_mandelbrot__f8_f8_f8_f8_a2i4a)
