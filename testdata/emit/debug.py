# pycu: --debug
"""Every index, division and barrier of a debug text is checked, under the names of Python."""

import numpy as np
from numba import cuda, float32

TPB = 16
TABLE = np.array([[1.0, 2.0], [3.0, 4.0]], np.float32)


@cuda.jit("float32(float32[:], int32)", device=True)
def last(values, k):
    assert k > 0, "k must be positive"
    return values[-k]


@cuda.jit("void(float32[:, :], float32[:], int32)")
def arrays(x, out, n):
    tile = cuda.shared.array((TPB, TPB), float32)
    mine = cuda.local.array(4, float32)
    i, j = cuda.grid(2)
    tile[i, j] = x[i, j - n]
    mine[0] = TABLE[1, i % 2]
    mine[0] += tile[i, j]
    cuda.syncthreads()
    cuda.atomic.add(out, i, mine[0])
    out[j] = last(out, n)


@cuda.jit("void(int32[:], float32[:], int32)")
def divisions(counts, out, n):
    out[0] = counts[0] / n
    out[1] /= out[2]
    out[2] = out[1] / 2
    counts[0] = counts[1] // n
    counts[1] %= n
    counts[2] = n**-n
    counts[3] = counts[2] // 3
    quotient, rest = divmod(n, counts[0])
    counts[0] = quotient + rest


@cuda.jit("void(int32[:], int32)")
def control(counts, n):
    if n < 0:
        raise ValueError("negative")
    for i in range(0, 10, n):
        counts[i] = (i, 7)[i % 2]
    while counts[0] < n:
        counts[0] += 1
