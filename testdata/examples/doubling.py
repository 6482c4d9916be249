"""Doubles a matrix: indices by hand, indices from the grid, and a copy into a second matrix."""
import sys

import numpy as np
from numba import cuda, float32


@cuda.jit
def doubled(arr: float32[:, :]):
    x_idx = cuda.threadIdx.x
    y_idx = cuda.threadIdx.y
    arr[x_idx, y_idx] *= 2


# Auto calculation of indices


@cuda.jit
def doubled_auto_grid(arr: float32[:, :]):
    x_idx, y_idx = cuda.grid(2)
    arr[x_idx, y_idx] *= 2


@cuda.jit
def doubled_man_copy(arr: float32[:, :], out: float32[:, :]):
    x_idx, y_idx = cuda.grid(2)
    out[x_idx, y_idx] = arr[x_idx, y_idx] * 2


def check(k) -> float:
    """Compare with NumPy; no kernel has a guard, so the grid is as large as the array."""
    before = np.random.default_rng(0).standard_normal((12, 12)).astype(np.float32)

    arr = before[:3, :3].copy()
    k.doubled[1, (3, 3)](arr)
    assert np.array_equal(arr, before[:3, :3] * 2)

    arr = before.copy()
    k.doubled_auto_grid[(4, 4), (3, 3)](arr)
    assert np.array_equal(arr, before * 2)

    out = np.zeros_like(before)
    k.doubled_man_copy[(4, 4), (3, 3)](before, out)
    assert np.array_equal(out, before * 2)
    return 0.0


if __name__ == "__main__":
    print("largest error:", check(sys.modules[__name__]))
