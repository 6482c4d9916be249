"""Adds one to every element of an array."""
import math
import sys

import numpy as np
from numba import cuda


@cuda.jit
def increment_by_one(an_array):
    # one thread an element; the last block may be larger than what is left
    pos = cuda.grid(1)
    if pos < an_array.size:
        an_array[pos] += 1


def check(k) -> float:
    """Compare with NumPy: the array of the Numba manual, and one that fills several blocks."""
    for before in (np.array([3, 5, 9, 13, 7, 2, 4, 1]), np.arange(1000)):
        an_array = before.copy()
        threads_per_block = 32
        blocks_per_grid = math.ceil(an_array.size / threads_per_block)
        k.increment_by_one[blocks_per_grid, threads_per_block](an_array)
        assert np.array_equal(an_array, before + 1)
    return 0.0


if __name__ == "__main__":
    print("largest error:", check(sys.modules[__name__]))
