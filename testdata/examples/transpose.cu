// Transposes a matrix, straight through global memory.
// Generated from transpose.py by pycu: edit transpose.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(transpose)

static constexpr int TILE_DIM = 32;
static constexpr int BLOCK_ROWS = 8;

PYCU_KERNEL void transpose(pycu::array<const int, 2, int> a_in, pycu::array<int, 2, int> a_out)
{
    const int x = blockIdx.x * TILE_DIM + threadIdx.x;
    const int y = blockIdx.y * TILE_DIM + threadIdx.y;

    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) {
        a_out(x, y + j) = a_in(y + j, x);
    }
}

PYCU_END(transpose)

#include "transpose_launch.cuh"
