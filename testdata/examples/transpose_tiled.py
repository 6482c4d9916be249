"""Transposes a matrix through tiles in shared memory: reads and writes are both coalesced."""
import sys

import numba.types
import numpy as np
from numba import cuda, int32

TILE_DIM = 32
BLOCK_ROWS = 8
# Read Mark Harris' blog post to find out why this improves performance!
TILE_DIM_PADDED = TILE_DIM + 1


@cuda.jit((int32[:, ::1], int32[:, ::1]))
def tile_transpose(a_in, a_out):
    # THIS CODE ASSUMES IT IS RUNNING WITH A BLOCK DIMENSION OF (TILE_SIZE x TILE_SIZE)
    # AND INPUT IS A MULTIPLE OF TILE_SIZE DIMENSIONS
    tile = cuda.shared.array((TILE_DIM, TILE_DIM_PADDED), numba.types.int32)

    x = cuda.blockIdx.x * TILE_DIM + cuda.threadIdx.x
    y = cuda.blockIdx.y * TILE_DIM + cuda.threadIdx.y

    for j in range(0, TILE_DIM, BLOCK_ROWS):
        # transpose tile into shared memory
        tile[cuda.threadIdx.y + j, cuda.threadIdx.x] = a_in[y + j, x]

    cuda.syncthreads()  # wait for all threads in the block to finish updating shared memory

    # Compute transposed offsets
    x = cuda.blockIdx.y * TILE_DIM + cuda.threadIdx.x
    y = cuda.blockIdx.x * TILE_DIM + cuda.threadIdx.y

    for j in range(0, TILE_DIM, BLOCK_ROWS):
        a_out[y + j, x] = tile[cuda.threadIdx.x, cuda.threadIdx.y + j]


def check(k) -> float:
    """Compare with NumPy's transpose; rows and columns are multiples of the tile."""
    rows, cols = 3 * TILE_DIM, 2 * TILE_DIM
    a_in = np.arange(rows * cols, dtype=np.int32).reshape((rows, cols))
    a_out = np.zeros((cols, rows), np.int32)
    grid_shape = (cols // TILE_DIM, rows // TILE_DIM)
    k.tile_transpose[grid_shape, (TILE_DIM, BLOCK_ROWS)](a_in, a_out)
    assert np.array_equal(a_out, a_in.T)
    return 0.0


if __name__ == "__main__":
    print("largest error:", check(sys.modules[__name__]))
