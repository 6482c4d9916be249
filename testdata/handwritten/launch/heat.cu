// The entries and wrappers of ../heat.cu, as they stand at the end of a generated file.
#include "../heat.cu"

// How the host launches the kernels above.
#include "heat.h"
#include "heat_wide.cuh"

PYCU_ENTRIES(heat)

__global__ void step__contiguous(const float* __restrict__ u, pycu::extents<2, int> u__shape,
                                 float* __restrict__ out, pycu::extents<2, int> out__shape)
{
    step(pycu::view_c(u, u__shape), pycu::view_c(out, out__shape));
}

__global__ void block_max__contiguous(const float* __restrict__ u, pycu::extents<1, int> u__shape,
                                      float* __restrict__ result, pycu::extents<1, int> result__shape)
{
    block_max(pycu::view_c(u, u__shape), pycu::view_c(result, result__shape));
}

PYCU_ENTRIES_END(heat)

PYCU_WRAPPERS(heat)

int heat_step__a2f4a_a2f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
                           pycu_array_f32_2d u, pycu_array_f32_2d out)
{
    pycu::Launch launch(heat_report__, "step", grid, block, shared_bytes, stream);
    launch.reads("u", u);
    launch.writes("out", out);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(heat, step, contiguous, loops),
                          u.data, pycu::int_shape(u), out.data, pycu::int_shape(out));
    }
    return launch.run(PYCU_WIDE_ENTRY(heat, step, strided, loops),
                      u.data, pycu::shape(u), pycu::strides(u), out.data, pycu::shape(out), pycu::strides(out));
}

int heat_step(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
              pycu_array_f32_2d u, pycu_array_f32_2d out)
{
    return heat_step__a2f4a_a2f4a(grid, block, shared_bytes, stream, u, out);
}

int heat_block_max__a1f4c_a1f4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
                                pycu_array_f32_1d u, pycu_array_f32_1d result)
{
    pycu::Launch launch(heat_report__, "block_max", grid, block, shared_bytes, stream);
    launch.reads("u", u, pycu::Layout::C);
    launch.writes("result", result, pycu::Layout::C);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(heat, block_max, contiguous, fibers),
                          u.data, pycu::int_shape(u), result.data, pycu::int_shape(result));
    }
    return launch.run(PYCU_WIDE_ENTRY(heat, block_max, strided, fibers),
                      u.data, pycu::shape(u), pycu::strides(u), result.data, pycu::shape(result), pycu::strides(result));
}

int heat_block_max(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
                   pycu_array_f32_1d u, pycu_array_f32_1d result)
{
    return heat_block_max__a1f4c_a1f4c(grid, block, shared_bytes, stream, u, result);
}
