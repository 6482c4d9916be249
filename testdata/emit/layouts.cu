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

__global__ void add__contiguous(const float* __restrict__ a, int a__0, int a__1,
    const float* __restrict__ b, int b__0, int b__1, float* __restrict__ out, int out__0,
    int out__1)
{
    add(pycu::packed(a, a__0, a__1), pycu::packed_f(b, b__0, b__1),
        pycu::packed(out, out__0, out__1));
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
        return launch.run(PYCU_ENTRY(layouts, add, contiguous, loops), a.data, int(a.shape[0]),
            int(a.shape[1]), b.data, int(b.shape[0]), int(b.shape[1]), out.data, int(out.shape[0]),
            int(out.shape[1]));
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
