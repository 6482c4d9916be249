"""Adds two vectors of any length with a grid of any size."""
import sys

import numpy as np
from numba import cuda


@cuda.jit
def add_kernel(x, y, out):
    tx = cuda.threadIdx.x  # this is the unique thread ID within a 1D block
    ty = cuda.blockIdx.x  # Similarly, this is the unique block ID within the 1D grid

    block_size = cuda.blockDim.x  # number of threads per block
    grid_size = cuda.gridDim.x  # number of blocks in the grid

    start = tx + ty * block_size
    stride = block_size * grid_size

    # assuming x and y inputs are same length
    for i in range(start, x.shape[0], stride):
        out[i] = x[i] + y[i]


@cuda.jit
def add_kernel_short(x, y, out):
    start = cuda.grid(1)  # 1 = one dimensional thread grid, returns a single value
    stride = cuda.gridsize(1)  # ditto

    # assuming x and y inputs are same length
    for i in range(start, x.shape[0], stride):
        out[i] = x[i] + y[i]


def check(k) -> float:
    """Compare both spellings with NumPy, with fewer threads than elements."""
    n = 10_000
    x = np.arange(n).astype(np.float32)
    y = 2 * x
    for kernel in (k.add_kernel, k.add_kernel_short):
        out = np.empty_like(x)
        kernel[30, 128](x, y, out)
        assert np.array_equal(out, x + y)
    return 0.0


if __name__ == "__main__":
    print("largest error:", check(sys.modules[__name__]))
