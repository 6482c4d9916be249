// Generated from floor_division.py by pycu: edit floor_division.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(floor_division)

__device__ void divide(pycu::array<int64_t, 1, int> out, pycu::array<float, 1, int> x, int a, int b)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = pycu::floor_div(a, b);
    out[i] = pycu::floor_mod(a, b);
    out[i] = i / 8;
    out[i] = i % 32;
    out[i] = pycu::floor_div(a, -3);
    x[i] = pycu::floor_div(x[i], 2.0);
    x[i] = pycu::floor_mod(x[i], x[i]);
    if (int64_t(a % 2) == 0) {
        out[i] = pycu::floor_div(out[i], 2);
    }
    if (i % 2 == 0) {
        out[i] = 0;
    }
}

PYCU_END(floor_division)

// How the host launches the kernels above.
#include "floor_division.h"
#include "floor_division_wide.cuh"

PYCU_ENTRIES(floor_division)

__global__ void divide__contiguous(int64_t* __restrict__ out, int out__0, float* __restrict__ x,
    int x__0, int64_t a, int64_t b)
{
    divide(pycu::packed(out, out__0), pycu::packed(x, x__0), a, b);
}

PYCU_ENTRIES_END(floor_division)

PYCU_WRAPPERS(floor_division)

int floor_division_divide__a1i8a_a1f4a_i8_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_i64_1d out, pycu_array_f32_1d x, int64_t a, int64_t b)
{
    pycu::Launch launch(floor_division_report__, "divide", grid, block, shared_bytes, stream);
    launch.writes("out", out);
    launch.writes("x", x);
    if (launch.fits_int(a, b)) {
        return launch.run(PYCU_ENTRY(floor_division, divide, contiguous, loops), out.data,
            int(out.shape[0]), x.data, int(x.shape[0]), a, b);
    }
    return launch.run(PYCU_WIDE_ENTRY(floor_division, divide, strided, loops), out.data,
        pycu::shape(out), pycu::strides(out), x.data, pycu::shape(x), pycu::strides(x), a, b);
}

int floor_division_divide(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_i64_1d out, pycu_array_f32_1d x, int64_t a, int64_t b)
{
    return floor_division_divide__a1i8a_a1f4a_i8_i8(grid, block, shared_bytes, stream, out, x, a,
        b);
}
