// Generated from layouts.py by pycu: edit layouts.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(layouts)

__device__ void add(pycu::array<const float, 2> a, pycu::array<const float, 2> b,
                    pycu::array<float, 2> out)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t j = int64_t(blockIdx.y) * blockDim.y + threadIdx.y;
    if (i < out.shape[0] && j < out.shape[1]) {
        out(i, j) = a(i, j) + b(i, j);
    }
}

PYCU_END(layouts)

// How the host launches the kernels above.
#include "layouts.h"

PYCU_ENTRIES(layouts)

__global__ void add__contiguous(const float* __restrict__ a, pycu::extents<2> a__shape,
    const float* __restrict__ b, pycu::extents<2> b__shape, float* __restrict__ out,
    pycu::extents<2> out__shape)
{
    add(pycu::view_c(a, a__shape), pycu::view_f(b, b__shape), pycu::view_c(out, out__shape));
}

__global__ void add__strided(const float* a, pycu::extents<2> a__shape, pycu::extents<2> a__strides,
    const float* b, pycu::extents<2> b__shape, pycu::extents<2> b__strides, float* out,
    pycu::extents<2> out__shape, pycu::extents<2> out__strides)
{
    add(pycu::view_a(a, a__shape, a__strides), pycu::view_a(b, b__shape, b__strides),
        pycu::view_a(out, out__shape, out__strides));
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
    if (launch.is_contiguous()) {
        return launch.run(PYCU_ENTRY(layouts, add, contiguous, loops), a.data, pycu::shape(a),
            b.data, pycu::shape(b), out.data, pycu::shape(out));
    }
    return launch.run(PYCU_ENTRY(layouts, add, strided, loops), a.data, pycu::shape(a),
        pycu::strides(a), b.data, pycu::shape(b), pycu::strides(b), out.data, pycu::shape(out),
        pycu::strides(out));
}

int layouts_add(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f32_2d a, pycu_array_f32_2d b, pycu_array_f32_2d out)
{
    return layouts_add__a2f4c_a2f4f_a2f4a(grid, block, shared_bytes, stream, a, b, out);
}
