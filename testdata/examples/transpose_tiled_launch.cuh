// Transposes a matrix through tiles in shared memory: reads and writes are both coalesced.
// Generated from transpose_tiled.py by pycu: edit transpose_tiled.py and run pycu again.
//
// How the host launches what transpose_tiled.cu has.
#include "transpose_tiled.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(transpose_tiled)

PYCU_KERNEL void tile_transpose(pycu::array<const int, 2> a_in, pycu::array<int, 2> a_out)
{
    // THIS CODE ASSUMES IT IS RUNNING WITH A BLOCK DIMENSION OF (TILE_SIZE x TILE_SIZE)
    // AND INPUT IS A MULTIPLE OF TILE_SIZE DIMENSIONS
    __shared__ int tile[TILE_DIM][TILE_DIM_PADDED];

    int64_t x = int64_t(blockIdx.x) * TILE_DIM + threadIdx.x;
    int64_t y = int64_t(blockIdx.y) * TILE_DIM + threadIdx.y;

    for (int64_t j = 0; j < TILE_DIM; j += BLOCK_ROWS) {
        // transpose tile into shared memory
        tile[threadIdx.y + j][threadIdx.x] = a_in(y + j, x);
    }

    __syncthreads();  // wait for all threads in the block to finish updating shared memory

    // Compute transposed offsets
    x = int64_t(blockIdx.y) * TILE_DIM + threadIdx.x;
    y = int64_t(blockIdx.x) * TILE_DIM + threadIdx.y;

    for (int64_t j = 0; j < TILE_DIM; j += BLOCK_ROWS) {
        a_out(y + j, x) = tile[threadIdx.x][threadIdx.y + j];
    }
}

PYCU_WIDE_END(transpose_tiled)

#if PYCU_HOST
#include "transpose_tiled_cpu.cuh"
#endif

PYCU_WRAPPERS(transpose_tiled)

PYCU_INT_ENTRIES(transpose_tiled, tile_transpose)
PYCU_INT_REGIONS(transpose_tiled, tile_transpose)

int transpose_tiled_tile_transpose__a2i4c_a2i4c(pycu_dim3 grid, pycu_dim3 block,
                                                uint32_t shared_bytes, pycu_stream stream,
                                                pycu_array_i32_2d a_in, pycu_array_i32_2d a_out)
{
    return PYCU_LAUNCH(transpose_tiled, tile_transpose, regions.few_blocks(),
                       (pycu::c_order(a_in), pycu::c_order(a_out)));
}

PYCU_ALIAS(transpose_tiled_tile_transpose, transpose_tiled_tile_transpose__a2i4c_a2i4c)
