// The Mandelbrot set as an image of iteration counts.
#include "pycu.h"

PYCU_MODULE(mandelbrot)

static constexpr int MAX_ITERATIONS = 64;

/// Given the real and imaginary parts of a complex number,
/// determine if it is a candidate for membership in the Mandelbrot
/// set given a fixed number of iterations.
__device__ int mandel(double x, double y, int max_iterations)
{
    double real = 0.0;
    double imag = 0.0;
    for (int i = 0; i < max_iterations; ++i) {
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
                            pycu::array<int, 2, int> image)
{
    const int height = image.shape[0];
    const int width = image.shape[1];

    const double pixel_size_x = (max_x - min_x) / width;
    const double pixel_size_y = (max_y - min_y) / height;

    const int start_x = blockIdx.x * blockDim.x + threadIdx.x;
    const int start_y = blockIdx.y * blockDim.y + threadIdx.y;
    const int stride_x = gridDim.x * blockDim.x;
    const int stride_y = gridDim.y * blockDim.y;

    for (int x = start_x; x < width; x += stride_x) {
        const double real = min_x + x * pixel_size_x;
        for (int y = start_y; y < height; y += stride_y) {
            const double imag = min_y + y * pixel_size_y;
            image(y, x) = mandel(real, imag, MAX_ITERATIONS);
        }
    }
}

PYCU_END(mandelbrot)
