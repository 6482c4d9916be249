"""Places in arrays as people compute them: from one index to two, by blocks, around a torus."""
import numpy as np
from case import THREADS, blocks, integers, same
from numba import cuda


@cuda.jit(device=True)
def flattened_index(i, j, cols):
    return i * cols + j


@cuda.jit(device=True)
def around(i, n):
    return (i + n) % n


@cuda.jit("void(float32[:, :], float32[:])")
def unfolded_by_size(x, y):
    i = cuda.grid(1)
    rows, cols = x.shape
    if i < x.size:
        y[i] = x[i // cols, i % cols]


@cuda.jit("void(float32[:, :], float32[:])")
def unfolded_by_product(x, y):
    i = cuda.grid(1)
    rows, cols = x.shape
    if i >= rows * cols:
        return
    y[i] = x[i // cols, i % cols]


@cuda.jit("void(float32[:, :], float32[:])")
def unfolded_by_stride(x, y):
    h = x.shape[0]
    w = x.shape[1]
    for i in range(cuda.grid(1), h * w, cuda.gridsize(1)):
        y[i] = x[i // w, i % w]


@cuda.jit("void(float32[:, :], float32[:], int64, int32)")
def folded_by_numbers(x, y, rows, cols):
    j, i = cuda.grid(2)
    if i < rows and j < cols:
        x[i, j] = y[flattened_index(i, j, cols)]


@cuda.jit("void(float32[:], float32[:])")
def smoothed_on_a_ring(x, y):
    i = cuda.blockIdx.x * 64 + cuda.threadIdx.x
    n = x.size
    while i < n:
        y[i] = x[around(i - 1, n)] + x[i] + x[around(i + 1, n)]
        i += 64 * cuda.gridDim.x


@cuda.jit("void(int64[:], int64)")
def products(out, n):
    """What leaves an int on its way."""
    i = cuda.grid(1)
    if i < out.size:
        far = (i + n) * 1003
        out[i] = far * far % 65537 - (-far >> 3) + (i + (1 << 31)) // 7


FIXED_LAUNCH = ("smoothed_on_a_ring",)


def check(k, n=75):
    x = integers(n * 7, np.int32, -99, 99).reshape(n, 7).astype(np.float32)
    for name in ("unfolded_by_size", "unfolded_by_product", "unfolded_by_stride"):
        y = np.zeros(x.size, np.float32)
        getattr(k, name)[blocks(x.size), THREADS](x, y)
        same(y, x.ravel())
    back = np.zeros_like(x)
    k.folded_by_numbers[(7, blocks(n)), (1, THREADS)](back, x.ravel(), n, 7)
    same(back, x)
    line = integers(n, np.int32, -99, 99).astype(np.float32)
    y = np.zeros(n, np.float32)
    k.smoothed_on_a_ring[2, 64](line, y)
    same(y, np.roll(line, 1) + line + np.roll(line, -1))
    out = np.zeros(n, np.int64)
    k.products[blocks(n), THREADS](out, 1 << 20)
    i = np.arange(n, dtype=np.int64)
    far = (i + (1 << 20)) * 1003
    same(out, far * far % 65537 - (-far >> 3) + (i + (1 << 31)) // 7)
