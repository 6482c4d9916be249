"""Adds two vectors."""
import sys

import numba.cuda as cuda
import numpy as np


@cuda.jit
def add_vectors(a, b, result):
    i = cuda.grid(1)
    if i < len(a):
        result[i] = a[i] + b[i]


def check(k) -> float:
    """Compare with NumPy for lengths below, at and above a whole number of blocks."""
    block_size = 32
    for n in (3, 64, 1000):
        a = np.arange(1, n + 1)
        b = 10 * a[::-1]
        result = np.empty_like(a)
        grid_size = (len(a) + block_size - 1) // block_size
        k.add_vectors[grid_size, block_size](a, b, result)
        assert np.array_equal(result, a + b)
    return 0.0


if __name__ == "__main__":
    print("largest error:", check(sys.modules[__name__]))
