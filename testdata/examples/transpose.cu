// Transposes a matrix, straight through global memory.
// Generated from transpose.py by pycu: edit transpose.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(transpose)

static constexpr int TILE_DIM = 32;
static constexpr int BLOCK_ROWS = 8;

__device__ void transpose(pycu::array<const int, 2, int> a_in, pycu::array<int, 2, int> a_out)
{
    const int x = blockIdx.x * TILE_DIM + threadIdx.x;
    const int y = blockIdx.y * TILE_DIM + threadIdx.y;

    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) {
        a_out(x, y + j) = a_in(y + j, x);
    }
}

PYCU_END(transpose)

// How the host launches the kernels above.
#include "transpose.h"
#include "transpose_wide.cuh"

PYCU_ENTRIES(transpose)

__global__ void transpose__contiguous(const int* __restrict__ a_in, int a_in__0, int a_in__1,
    int* __restrict__ a_out, int a_out__0, int a_out__1)
{
    transpose(pycu::packed(a_in, a_in__0, a_in__1), pycu::packed(a_out, a_out__0, a_out__1));
}

PYCU_ENTRIES_END(transpose)

PYCU_WRAPPERS(transpose)

int transpose_transpose__a2i4a_a2i4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_i32_2d a_in, pycu_array_i32_2d a_out)
{
    pycu::Launch launch(transpose_report__, "transpose", grid, block, shared_bytes, stream);
    launch.reads("a_in", a_in);
    launch.writes("a_out", a_out);
    if (launch.has_few_blocks() && launch.fits_int()) {
        return launch.run(PYCU_ENTRY(transpose, transpose, contiguous, loops), a_in.data,
            int(a_in.shape[0]), int(a_in.shape[1]), a_out.data, int(a_out.shape[0]),
            int(a_out.shape[1]));
    }
    return launch.run(PYCU_WIDE_ENTRY(transpose, transpose, strided, loops), a_in.data,
        pycu::shape(a_in), pycu::strides(a_in), a_out.data, pycu::shape(a_out),
        pycu::strides(a_out));
}

int transpose_transpose(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_i32_2d a_in, pycu_array_i32_2d a_out)
{
    return transpose_transpose__a2i4a_a2i4a(grid, block, shared_bytes, stream, a_in, a_out);
}
