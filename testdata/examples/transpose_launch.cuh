// Transposes a matrix, straight through global memory.
// Generated from transpose.py by pycu: edit transpose.py and run pycu again.
//
// How the host launches what transpose.cu has.
#include "transpose.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(transpose)

PYCU_KERNEL void transpose(pycu::array<const int, 2> a_in, pycu::array<int, 2> a_out)
{
    const int64_t x = int64_t(blockIdx.x) * TILE_DIM + threadIdx.x;
    const int64_t y = int64_t(blockIdx.y) * TILE_DIM + threadIdx.y;

    for (int64_t j = 0; j < TILE_DIM; j += BLOCK_ROWS) {
        a_out(x, y + j) = a_in(y + j, x);
    }
}

PYCU_WIDE_END(transpose)

PYCU_WRAPPERS(transpose)

PYCU_INT_ENTRIES(transpose, transpose)

int transpose_transpose__a2i4a_a2i4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                     pycu_stream stream, pycu_array_i32_2d a_in,
                                     pycu_array_i32_2d a_out)
{
    return PYCU_LAUNCH(transpose, transpose, loops.few_blocks(), (a_in, a_out));
}

PYCU_ALIAS(transpose_transpose, transpose_transpose__a2i4a_a2i4a)
