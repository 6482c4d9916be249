"""Indices: negative ones count from the end, of any integer type, in any rank."""
import numpy as np
from case import THREADS, blocks, integers, same
from numba import cuda


@cuda.jit("void(int32[:], int32[:])")
def from_the_end(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[-1] + 10 * a[-i - 1]


@cuda.jit("void(int32[:], int32[:], int32[:])")
def gathered(a, at, out):
    """The sign of an index is known only at run time."""
    i = cuda.grid(1)
    if i < at.size:
        out[i] = a[at[i]]


@cuda.jit("void(int32[:], int32[:], int32[:])")
def scattered(a, at, out):
    i = cuda.grid(1)
    if i < at.size:
        out[at[i]] = a[i]
        out[at[i]] += 1


@cuda.jit("void(int32[:, :], int32[:, :])")
def shifted(a, out):
    """The left and the upper neighbour, round the edge."""
    i, j = cuda.grid(2)
    if i < a.shape[0] and j < a.shape[1]:
        out[i, j] = a[i - 1, j] + 100 * a[i, j - 1]


@cuda.jit("void(int32[:], int8[:], uint8[:], int16[:], uint16[:], uint32[:], uint64[:], int64[:])")
def index_types(a, i1, u1, i2, u2, u4, u8, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i1[i]] + a[u1[i]] + a[i2[i]] + a[u2[i]] + a[u4[i]] + a[u8[i]]


@cuda.jit("void(int32[:], int32[:])")
def bool_index(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[1 if i % 2 == 1 else 0]


@cuda.jit("void(float32[:, :, :], float32[:, :, :, :])")
def ranks(a, out):
    i, j, m = cuda.grid(3)
    if i < a.shape[0] and j < a.shape[1] and m < a.shape[2]:
        out[0, i, j, m] = a[i, j, m]
        out[-1, i, j, m] = a[-1 - i, -1 - j, -1 - m]


@cuda.jit("void(float64[:], float64[:])")
def five_points(a, out):
    """Neighbours behind guards."""
    i = cuda.grid(1)
    if 2 <= i < a.size - 2:
        out[i] = a[i - 2] - 8 * a[i - 1] + 8 * a[i + 1] - a[i + 2]


@cuda.jit("void(Array(float64, 0, 'C'), float64[:])")
def rank_zero(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[()] + 1


def check(k, n=100):
    a = integers(n, np.int32, -50, 50, 1)
    out = np.zeros(n, np.int32)
    k.from_the_end[blocks(n), THREADS](a, out)
    same(out, a[-1:] + 10 * a[::-1] if n else a)

    if n > 0:
        at = integers(n, np.int32, -n, n - 1, 2)
        k.gathered[blocks(n), THREADS](a, at, out)
        same(out, a[at])

    at = np.arange(n, dtype=np.int32)
    at[::2] -= n
    k.scattered[blocks(n), THREADS](a, at[::-1].copy(), out)
    same(out, a[::-1] + 1)

    grid = integers(7 * n, np.int32, -50, 50, 3).reshape(7, n)
    out = np.zeros_like(grid)
    k.shifted[(1, blocks(n)), (8, THREADS)](grid, out)
    same(out, np.roll(grid, 1, 0) + 100 * np.roll(grid, 1, 1))

    table = integers(256, np.int32, -1000, 1000, 4)
    signed = [np.int8, np.int16]
    kinds = [np.int8, np.uint8, np.int16, np.uint16, np.uint32, np.uint64]
    at = [integers(n, d, -128 if d in signed else 0, 127, 5 + j) for j, d in enumerate(kinds)]
    out = np.zeros(n, np.int64)
    k.index_types[blocks(n), THREADS](table, *at, out)
    same(out, sum(table[one].astype(np.int64) for one in at))

    two = np.array([5, 6], np.int32)
    out = np.zeros(n, np.int32)
    k.bool_index[blocks(n), THREADS](two, out)
    same(out, 5 + np.arange(n) % 2)

    cube = np.arange(2 * 3 * n, dtype=np.float32).reshape(2, 3, n)
    out = np.zeros((3, 2, 3, n), np.float32)
    k.ranks[(1, 1, blocks(n)), (2, 4, THREADS)](cube, out)
    same(out, [cube, np.zeros_like(cube), cube[::-1, ::-1, ::-1]])

    x, out = np.arange(n) ** 2.0, np.zeros(n)
    k.five_points[blocks(n), THREADS](x, out)
    expected = np.zeros(n)
    expected[2:-2] = x[:-4] - 8 * x[1:-3] + 8 * x[3:-1] - x[4:]
    same(out, expected)

    k.rank_zero[blocks(n), THREADS](np.array(2.5), out)
    same(out, 3.5)
