"""Tuples: parameters, constants, unpacking, indexing, `len`, device functions that return them."""
import math

import numpy as np
from case import THREADS, blocks, close, rng, same
from numba import cuda

WEIGHTS = (0.25, 0.5, 0.25)
OFFSETS = ((-1, 2), (0, 3), (1, 4))


@cuda.jit("void(float64[:], UniTuple(float64, 2), Tuple((int32, float32)))")
def tuple_parameters(out, pair, mixed):
    i = cuda.grid(1)
    if i < out.size:
        x, y = pair
        out[i] = x * 100 + y * 10 + mixed[0] + mixed[1] + len(pair)


@cuda.jit(device=True)
def polar(x, y):
    """Radius and angle."""
    return math.sqrt(x * x + y * y), math.atan2(y, x)


@cuda.jit(device=True)
def sort2(a, b):
    if a > b:
        return b, a
    return a, b


@cuda.jit("void(float64[:], float64[:], float64[:, :])")
def returned(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        r, phi = polar(x[i], y[i])
        out[0, i] = r
        out[1, i] = phi
        both = polar(y[i], x[i])
        out[2, i] = both[0]
        out[3, i] = both[1]
        low, high = sort2(x[i], y[i])
        out[4, i] = high - low
        out[5, i] = sort2(x[i], y[i])[0]
        out[6, i] = sort2(x[i], y[i])[-1]


@cuda.jit("void(float64[:], float64[:])")
def constant_tuples(x, out):
    i = cuda.grid(1)
    if i < x.size:
        total = WEIGHTS[0] * x[i]
        if i > 0:
            total += WEIGHTS[1] * x[i - 1]
        if i + 1 < x.size:
            total += WEIGHTS[2] * x[i + 1]
        out[i] = total + OFFSETS[2][1] - OFFSETS[0][0] + len(OFFSETS)


@cuda.jit("void(float64[:, :], int64[:, :])")
def shapes(a, out):
    """The shape of an array is a tuple."""
    i = cuda.grid(1)
    if i < out.shape[1]:
        rows, cols = a.shape
        out[0, i] = rows
        out[1, i] = cols
        shape = a.shape
        out[2, i] = shape[0] * shape[1]
        out[3, i] = len(shape)
        out[4, i] = a.shape[-1]


@cuda.jit("void(int32[:], int32[:])")
def local_tuples(a, out):
    i = cuda.grid(1)
    if i < a.size:
        t = (a[i], 2, a[i] * 3)
        u = t
        x, _, z = u
        nested = (t[1], (x, z))
        out[i] = nested[0] + nested[1][0] + nested[1][1]


@cuda.jit("void(int32[:, :], int32[:, :])")
def tuple_indices(a, out):
    """A tuple is an index."""
    pos = cuda.grid(2)
    if pos[0] < a.shape[0] and pos[1] < a.shape[1]:
        out[pos] = a[pos] + 1


@cuda.jit(device=True)
def minmax(state, value):
    low, high = state
    return min(low, value), max(high, value)


@cuda.jit("void(int32[:, :], int64[:, :])")
def carried(a, out):
    """A tuple carried round a loop and through a device function."""
    i = cuda.grid(1)
    if i < a.shape[0]:
        state = (np.int64(1000), np.int64(-1000))
        for j in range(a.shape[1]):
            state = minmax(state, a[i, j])
        out[0, i], out[1, i] = state


def check(k, n=150):
    out = np.zeros(n)
    k.tuple_parameters[blocks(n), THREADS](out, (1.5, 2.5), (7, 0.25))
    same(out, 150 + 25 + 7 + 0.25 + 2)

    x, y = rng(1).uniform(-5, 5, (2, n))
    out = np.zeros((7, n))
    k.returned[blocks(n), THREADS](x, y, out)
    r, low = np.sqrt(x * x + y * y), np.minimum(x, y)
    high = np.maximum(x, y)
    same(out[[0, 2, 4, 5, 6]], [r, np.sqrt(y * y + x * x), high - low, low, high])
    close(out[[1, 3]], [np.arctan2(y, x), np.arctan2(x, y)])

    out = np.zeros(n)
    k.constant_tuples[blocks(n), THREADS](x, out)
    expected = 0.25 * x
    expected[1:] += 0.5 * x[:-1]
    expected[:-1] += 0.25 * x[1:]
    same(out, expected + 4 + 1 + 3)

    out = np.zeros((5, n), np.int64)
    k.shapes[blocks(n), THREADS](np.zeros((4, 6)), out)
    same(out, np.array([4, 6, 24, 2, 6]).reshape(5, 1))

    a = np.arange(n, dtype=np.int32)
    out = np.zeros(n, np.int32)
    k.local_tuples[blocks(n), THREADS](a, out)
    same(out, 2 + a + 3 * a)

    grid = np.arange(3 * n, dtype=np.int32).reshape(3, n)
    out = np.zeros_like(grid)
    k.tuple_indices[(1, blocks(n)), (4, THREADS)](grid, out)
    same(out, grid + 1)

    values, out = rng(2).integers(-999, 999, (n, 5), np.int32), np.zeros((2, n), np.int64)
    k.carried[blocks(n), THREADS](values, out)
    same(out, [values.min(axis=1), values.max(axis=1)])
