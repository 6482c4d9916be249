// Generated from layouts.py by pycu: edit layouts.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(layouts)

__device__ void add(pycu::array<const float, 2, int> a, pycu::array<const float, 2, int> b,
                    pycu::array<float, 2, int> out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < out.shape[0] && j < out.shape[1]) {
        out(i, j) = a(i, j) + b(i, j);
    }
}

PYCU_END(layouts)

// How the host launches the kernels above.
#include "layouts.h"
#include "layouts_wide.cuh"

PYCU_ENTRIES(layouts)

__global__ void add__contiguous(const float* __restrict__ a, pycu::extents<2, int> a__shape,
    const float* __restrict__ b, pycu::extents<2, int> b__shape, float* __restrict__ out,
    pycu::extents<2, int> out__shape)
{
    add(pycu::view_c(a, a__shape), pycu::view_f(b, b__shape), pycu::view_c(out, out__shape));
}

PYCU_ENTRIES_END(layouts)

PYCU_WRAPPERS(layouts)

int layouts_add__a2f4c_a2f4f_a2f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_2d a, pycu_array_f32_2d b, pycu_array_f32_2d out)
{
    pycu::Launch launch(layouts_report__, "add", grid, block, shared_bytes, stream);
    launch.reads("a", a, pycu::Layout::C);
    launch.reads("b", b, pycu::Layout::F);
    launch.writes("out", out);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(layouts, add, contiguous, loops), a.data, pycu::int_shape(a),
            b.data, pycu::int_shape(b), out.data, pycu::int_shape(out));
    }
    return launch.run(PYCU_WIDE_ENTRY(layouts, add, strided, loops), a.data, pycu::shape(a),
        pycu::strides(a), b.data, pycu::shape(b), pycu::strides(b), out.data, pycu::shape(out),
        pycu::strides(out));
}

int layouts_add(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f32_2d a, pycu_array_f32_2d b, pycu_array_f32_2d out)
{
    return layouts_add__a2f4c_a2f4f_a2f4a(grid, block, shared_bytes, stream, a, b, out);
}
