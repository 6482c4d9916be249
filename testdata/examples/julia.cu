// A Julia set: how many steps of z = z * z + c a point of the plane takes to escape.
// Generated from julia.py by pycu: edit julia.py and run pycu again.
#include "pycu.h"
#include "pycu_complex.h"

PYCU_MODULE(julia)

static constexpr pycu::complex<float> C = {-0.8f, 0.156f};
static constexpr int MAX_STEPS = 200;
static constexpr double WIDTH = 3.2;
static constexpr double HEIGHT = 2.0;

/// Points that stay within radius 2 for all steps are taken for members of the set.
__device__ int steps_to_escape(pycu::complex<float> z)
{
    int steps = 0;
    while (steps < MAX_STEPS && z.real * z.real + z.imag * z.imag < 4.0f) {
        z = z * z + C;
        steps += 1;
    }
    return steps;
}

__device__ void julia(pycu::array<int, 2, int> image)
{
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    const int column = blockIdx.y * blockDim.y + threadIdx.y;
    const int rows = image.shape[0], columns = image.shape[1];
    if (row < rows && column < columns) {
        const double x = (double(column) / columns - 0.5) * WIDTH;
        const double y = (double(row) / rows - 0.5) * HEIGHT;
        image(row, column) = steps_to_escape(pycu::complex<float>(pycu::complex<double>{x, y}));
    }
}

PYCU_END(julia)

// How the host launches the kernels above.
#include "julia.h"
#include "julia_wide.cuh"

PYCU_ENTRIES(julia)

__global__ void julia__contiguous(int* __restrict__ image, int image__0, int image__1)
{
    julia(pycu::packed(image, image__0, image__1));
}

PYCU_ENTRIES_END(julia)

PYCU_WRAPPERS(julia)

int julia_julia__a2i4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_i32_2d image)
{
    pycu::Launch launch(julia_report__, "julia", grid, block, shared_bytes, stream);
    launch.writes("image", image);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(julia, julia, contiguous, loops), image.data,
            int(image.shape[0]), int(image.shape[1]));
    }
    return launch.run(PYCU_WIDE_ENTRY(julia, julia, strided, loops), image.data, pycu::shape(image),
        pycu::strides(image));
}

int julia_julia(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_i32_2d image)
{
    return julia_julia__a2i4a(grid, block, shared_bytes, stream, image);
}
