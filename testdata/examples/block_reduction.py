"""Sums and dot products, a block at a time."""
import sys

import numpy as np
from numba import cuda, float32

THREADS = 128


@cuda.jit(device=True)
def sum_of_block(value):
    """The sum of value over all threads of the block, known to every thread."""
    partial = cuda.shared.array(THREADS, float32)
    tid = cuda.threadIdx.x
    partial[tid] = value
    cuda.syncthreads()

    s = THREADS // 2
    while s > 0:
        if tid < s:
            partial[tid] += partial[tid + s]
        cuda.syncthreads()
        s >>= 1
    return partial[0]


@cuda.jit("void(float32[::1], float32[::1])")
def block_sum(x, sums):
    """sums[b] is what block b has seen of x, walking through it with the stride of the grid."""
    total = float32(0)
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        total += x[i]

    total = sum_of_block(total)
    if cuda.threadIdx.x == 0:
        sums[cuda.blockIdx.x] = total


@cuda.jit("void(float32[::1], float32[::1], float32[::1])")
def dot(x, y, result):
    """Add the dot product of x and y to result[0]."""
    i = cuda.grid(1)
    product = x[i] * y[i] if i < x.size else float32(0)
    total = sum_of_block(product)
    if cuda.threadIdx.x == 0:
        cuda.atomic.add(result, 0, total)


def check(k) -> float:
    """Compare with NumPy's sums in float64."""
    rng = np.random.default_rng(5)
    x, y = rng.uniform(-1, 1, (2, 5000)).astype(np.float32)

    sums = np.zeros(6, np.float32)
    k.block_sum[6, THREADS](x, sums)
    error = abs(sums.sum(dtype=np.float64) - x.sum(dtype=np.float64))

    result = np.zeros(1, np.float32)
    k.dot[(x.size + THREADS - 1) // THREADS, THREADS](x, y, result)
    error = max(error, abs(result[0] - x.astype(np.float64) @ y.astype(np.float64)))
    assert error < 1e-3
    return float(error)


if __name__ == "__main__":
    print("largest error:", check(sys.modules[__name__]))
