// A Julia set: how many steps of z = z * z + c a point of the plane takes to escape.
// Generated from julia.py by pycu: edit julia.py and run pycu again.
//
// How the host launches what julia.cu has.
#include "julia.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(julia)

/// Points that stay within radius 2 for all steps are taken for members of the set.
__device__ int64_t steps_to_escape(pycu::complex<float> z)
{
    int64_t steps = 0;
    while (steps < MAX_STEPS && z.real * z.real + z.imag * z.imag < 4.0f) {
        z = z * z + C;
        ++steps;
    }
    return steps;
}

PYCU_KERNEL void julia(pycu::array<int, 2> image)
{
    const int64_t row = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t column = int64_t(blockIdx.y) * blockDim.y + threadIdx.y;
    const int64_t rows = image.shape[0], columns = image.shape[1];
    if (row < rows && column < columns) {
        const double x = (double(column) / columns - 0.5) * WIDTH;
        const double y = (double(row) / rows - 0.5) * HEIGHT;
        image(row, column) = pycu_wide::steps_to_escape(pycu::complex<float>{float(x), float(y)});
    }
}

PYCU_WIDE_END(julia)

#if PYCU_HOST
#include "julia_cpu.cuh"
#endif

PYCU_WRAPPERS(julia)

PYCU_INT_ENTRIES(julia, julia)
PYCU_LONG_ROWS_OF(julia, julia, y)

int julia_julia__a2i4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
                       pycu_array_i32_2d image)
{
    return PYCU_LAUNCH(julia, julia, loops, (image));
}

PYCU_ALIAS(julia_julia, julia_julia__a2i4a)
