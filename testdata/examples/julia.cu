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
        ++steps;
    }
    return steps;
}

PYCU_KERNEL void julia(pycu::array<int, 2, int> image)
{
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    const int column = blockIdx.y * blockDim.y + threadIdx.y;
    const int rows = image.shape[0], columns = image.shape[1];
    if (row < rows && column < columns) {
        const double x = (double(column) / columns - 0.5) * WIDTH;
        const double y = (double(row) / rows - 0.5) * HEIGHT;
        image(row, column) = steps_to_escape(pycu::complex<float>{float(x), float(y)});
    }
}

PYCU_END(julia)

#include "julia_launch.cuh"
