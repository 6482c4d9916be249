"""Explicit heat equation on a plate."""
import math
import sys

import numpy as np
from numba import cuda

ALPHA = np.float32(0.1)
BLOCK = 256


@cuda.jit(device=True)
def laplacian(u, i, j):
    """Five-point Laplacian at (i, j)."""
    return u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - 4 * u[i, j]


@cuda.jit("void(float32[:, :], float32[:, :])")
def step(u, out):
    """One explicit step; the border stays as it is."""
    i, j = cuda.grid(2)
    rows, cols = u.shape
    if 0 < i < rows - 1 and 0 < j < cols - 1:
        out[i, j] = u[i, j] + ALPHA * laplacian(u, i, j)


@cuda.jit("void(float32[:], float32[:])")
def block_max(u, result):
    """The largest value of each block of u."""
    best = cuda.shared.array(BLOCK, np.float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    best[t] = u[i] if i < u.size else -math.inf
    cuda.syncthreads()

    # halve the live threads until one is left
    half = cuda.blockDim.x // 2
    while half > 0:
        if t < half:
            best[t] = max(best[t], best[t + half])
        cuda.syncthreads()
        half //= 2
    if t == 0:
        result[cuda.blockIdx.x] = best[0]


def check(k) -> float:
    """Let a hot spot spread for a few steps, then compare the plate and its maximum with NumPy."""
    rows, cols = 50, 70
    u = np.zeros((rows, cols), np.float32)
    u[20:30, 30:40] = 100.0
    expected = u.astype(np.float64)
    out = u.copy()
    for _ in range(10):
        k.step[(7, 9), (8, 8)](u, out)
        u, out = out, u
        inner = expected[1:-1, 1:-1]
        around = expected[:-2, 1:-1] + expected[2:, 1:-1] + expected[1:-1, :-2] + expected[1:-1, 2:]
        expected[1:-1, 1:-1] = inner + float(ALPHA) * (around - 4 * inner)
    error = np.abs(u - expected).max()
    assert error < 1e-4

    flat = u.ravel()
    blocks = math.ceil(flat.size / BLOCK)
    result = np.zeros(blocks, np.float32)
    k.block_max[blocks, BLOCK](flat, result)
    assert result.max() == flat.max()
    assert result[0] == flat[:BLOCK].max()
    return float(error)


if __name__ == "__main__":
    print("largest error:", check(sys.modules[__name__]))
