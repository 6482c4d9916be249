// Transposes a matrix through tiles in shared memory: reads and writes are both coalesced.
#include "pycu.h"

PYCU_MODULE(transpose_tiled)

static constexpr int TILE_DIM = 32;
static constexpr int BLOCK_ROWS = 8;
// Read Mark Harris' blog post to find out why this improves performance!
static constexpr int TILE_DIM_PADDED = TILE_DIM + 1;

PYCU_KERNEL void tile_transpose(pycu::array<const int, 2, int> a_in, pycu::array<int, 2, int> a_out)
{
    // THIS CODE ASSUMES IT IS RUNNING WITH A BLOCK DIMENSION OF (TILE_SIZE x TILE_SIZE)
    // AND INPUT IS A MULTIPLE OF TILE_SIZE DIMENSIONS
    __shared__ int tile[TILE_DIM][TILE_DIM_PADDED];

    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;

    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) {
        // transpose tile into shared memory
        tile[threadIdx.y + j][threadIdx.x] = a_in(y + j, x);
    }

    __syncthreads();  // wait for all threads in the block to finish updating shared memory

    // Compute transposed offsets
    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;

    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) {
        a_out(y + j, x) = tile[threadIdx.x][threadIdx.y + j];
    }
}

PYCU_END(transpose_tiled)
