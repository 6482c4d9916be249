"""Transposes a matrix, straight through global memory."""
import sys

import numpy as np
from numba import cuda

TILE_DIM = 32
BLOCK_ROWS = 8


@cuda.jit
def transpose(a_in, a_out):
    x = cuda.blockIdx.x * TILE_DIM + cuda.threadIdx.x
    y = cuda.blockIdx.y * TILE_DIM + cuda.threadIdx.y

    for j in range(0, TILE_DIM, BLOCK_ROWS):
        a_out[x, y + j] = a_in[y + j, x]


def check(k) -> float:
    """Compare with NumPy's transpose; the size is a multiple of the tile."""
    size = 4 * TILE_DIM
    a_in = np.arange(size * size, dtype=np.int32).reshape((size, size))
    a_out = np.zeros_like(a_in)
    grid_shape = (size // TILE_DIM, size // TILE_DIM)
    k.transpose[grid_shape, (TILE_DIM, BLOCK_ROWS)](a_in, a_out)
    assert np.array_equal(a_out, a_in.T)
    return 0.0


if __name__ == "__main__":
    print("largest error:", check(sys.modules[__name__]))
