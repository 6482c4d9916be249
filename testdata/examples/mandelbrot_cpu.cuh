// The Mandelbrot set as an image of iteration counts.
// Generated from mandelbrot.py by pycu: edit mandelbrot.py and run pycu again.
//
// Kernels of mandelbrot.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(mandelbrot)

PYCU_KERNEL void mandelbrot(double min_x, double max_x, double min_y, double max_y,
                            pycu::array<int, 2, int> image)
{
    PYCU_BLOCK;
    PYCU_ROWS(x) {
        PYCU_ROW(x);
        const int height = image.shape[0];
        const int width = image.shape[1];

        const double pixel_size_x = (max_x - min_x) / width;
        const double pixel_size_y = (max_y - min_y) / height;

        const int start_x = blockIdx.x * blockDim.x + threadIdx.x;
        const int start_y = blockIdx.y * blockDim.y + threadIdx.y;
        const int stride_x = gridDim.x * blockDim.x;
        const int stride_y = gridDim.y * blockDim.y;
        PYCU_TURNS(start_x, width, stride_x) {
            PYCU_TURN;
            PYCU_ALONG_APART() {
                PYCU_AT(x, x);

                const int start_x = blockIdx.x * blockDim.x + threadIdx.x;
                const double real = min_x + x * pixel_size_x;
                for (int y = start_y; y < height; y += stride_y) {
                    const double imag = min_y + y * pixel_size_y;
                    image(y, x) = mandel(real, imag, MAX_ITERATIONS);
                }
            }
        }
    }
}

PYCU_REGIONS_END(mandelbrot)
