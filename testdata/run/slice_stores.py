"""Stores to parts of arrays, and functions of all elements."""

import numpy as np
from case import THREADS, blocks, integers, rng, same
from numba import cuda, float32


@cuda.jit("void(float32[:, :], float32[:, :])")
def filled(a, b):
    i = cuda.grid(1)
    if i < a.shape[0]:
        a[i, :] = i
        a[i, 1:3] = -1
        a[i][0:2] = (7.0, 8)
        b[i] = a[i]
        b[i, ::-2] = 0.5
        b[i, 3:].fill(i * 2)


@cuda.jit("void(float32[:, :], float64[:], int32[:])")
def computed(a, b, n):
    i = cuda.grid(1)
    if i < a.shape[0]:
        a[i, 1:] = a[i, 1:] * 2 + b[1:] - n[i]
        a[i, :2] += 1
        a[i] *= np.float32(0.5)
        a[i, 2:] = np.sqrt(np.abs(a[i, 2:])) / -b[2:]


@cuda.jit("void(int64[:, :, :], int64[:, :])")
def planes(a, b):
    i = cuda.grid(1)
    if i < a.shape[0]:
        a[i] = b
        a[i, :, 0] = b[:, 1]
        a[i, 1] = b[0] // 2
        a[i, :, 1] -= a[i, :, 2]
        a[i, ..., 2] = 5


@cuda.jit("void(float32[:], float32[:])")
def in_blocks(a, out):
    """A tile of zeros, which every thread adds to; local memory for a copy."""
    tile = cuda.shared.array(4, float32)
    mine = cuda.local.array((2, 4), float32)
    t = cuda.threadIdx.x
    if t == 0:
        tile[:] = 0
    cuda.syncthreads()
    i = cuda.grid(1)
    if i < a.size:
        cuda.atomic.add(tile, i % 4, a[i])
    cuda.syncthreads()
    mine[:] = 1
    mine[1] = tile
    mine[1] += mine[0]
    if i < out.size:
        out[i] = mine[1].sum() + mine[0, 0]


@cuda.jit("void(float32[:, :], int32[:, :], float64[:, :])")
def reductions(x, n, out):
    i = cuda.grid(1)
    if i < x.shape[0]:
        row = x[i]
        out[i, 0] = row.sum()
        out[i, 1] = np.sum(n[i])
        out[i, 2] = row.mean()
        out[i, 3] = np.mean(n[i, 1:])
        out[i, 4] = n[i].prod()
        out[i, 5] = x[i, ::-1].argmax()
        out[i, 6] = np.argmin(n[i])
        out[i, 7] = np.count_nonzero(n[i]) + 10 * np.size(row)
        out[i, 8] = np.all(n[i]) + 2 * np.any(n[i])
        out[i, 9] = (3 in n[i]) + 2 * (0.5 not in row)
        out[i, 10] = row.var()
        out[i, 11] = row[2:3].item()


@cuda.jit("void(float32[:, :], float32[:, :], int64[:])")
def every_element(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        a.flat[i] += 1
        out[i] = int(a.flat[i]) + int(b.flat[-i - 1])
        a.flat[i] = a.flat[i] * 2


@cuda.jit("int64(int64[:])", device=True)
def counted(counts):
    return cuda.atomic.add(counts, 0, 1)


@cuda.jit("void(float64[:, :], float64[:, :], int64[:])")
def computed_once(a, b, counts):
    """What stands beside arrays is computed once, and folded as CPython folds it."""
    i = cuda.grid(1)
    if i < a.shape[0]:
        a[i] = b[i] * 10**-6
        a[i, :2] = -counted(counts) * 0 - 3**-1


def floats(n, low, high, seed):
    """Whole numbers, so that sums are exact in any order."""
    return integers(n, np.int32, low, high, seed).astype(np.float32)


@cuda.jit("void(float32[:, :], float32[:], float32[:, :])")
def with_outputs(a, b, out):
    """Functions of all elements that write to their last argument."""
    i = cuda.grid(1)
    if i < a.shape[0]:
        np.sqrt(a[i], out[i])
        np.add(out[i], b, out[i])
        np.maximum(b, out[i], out[i])


RIGHT, LEFT = np.array([6, 7, 8]), np.array([3, 4, 5])


@cuda.jit(device=True)
def total(a, b):
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


@cuda.jit(device=True)
def moved(a, b, n):
    if n > 3:
        return (1.0, 2.0, 3.0), b[0]
    return total(a, b), b[1]


@cuda.jit("void(float32[:, :], float32[:], float64[:, :])")
def of_calls(x, y, out):
    """Tuples that functions return, and elements of arrays of a known length."""
    i = cuda.grid(1)
    if i < x.shape[0]:
        t = cuda.local.array(3, float32)
        t[:] = total(x[i], y)
        x[i, 0:3] = total(t, y)
        out[i, 0:3] = total(t, t)
        place, weight = moved(t, y, i)
        s = place[0] - place[2] + weight
        for e in t:
            s += e
        for c in RIGHT:
            s += x[i, c]
        for left, right in zip(LEFT, RIGHT):
            x[i, left] = x[i, right]
        out[i, 3] = s


def check(k, n=50):
    a = np.zeros((n, 6), np.float32)
    b = np.zeros((n, 6), np.float32)
    k.filled[blocks(n), THREADS](a, b)
    at = np.arange(n, dtype=np.float32)
    expected = np.repeat(at[:, None], 6, 1)
    expected[:, :3] = 7, 8, -1
    same(a, expected)
    expected[:, ::-2] = 0.5
    expected[:, 3:] = 2 * at[:, None]
    same(b, expected)

    a = floats(n * 5, -9, 9, 1).reshape(n, 5)
    b, m = rng(2).integers(1, 9, 5).astype(np.float64), integers(n, np.int32, -9, 9, 3)
    expected = a.copy()
    for i in range(n):
        expected[i, 1:] = expected[i, 1:] * 2 + b[1:] - m[i]
        expected[i, :2] += 1
        expected[i] *= np.float32(0.5)
        expected[i, 2:] = np.sqrt(np.abs(expected[i, 2:])) / -b[2:]
    k.computed[blocks(n), THREADS](a, b, m)
    same(a, expected)

    b = integers(12, np.int64, -99, 99, 4).reshape(4, 3)
    a = np.zeros((n, 4, 3), np.int64)
    expected = np.zeros((n, 4, 3), np.int64)
    k.planes[blocks(n), THREADS](a, b)
    expected[:] = b
    expected[:, :, 0] = b[:, 1]
    expected[:, 1] = b[0] // 2
    expected[:, :, 1] -= expected[:, :, 2]
    expected[..., 2] = 5
    same(a, expected)

    a = floats(n, 0, 9, 5)
    out = np.zeros(n, np.float32)
    k.in_blocks[blocks(n, 32), 32](a, out)
    i = np.arange(n) // 32
    same(out, [a[32 * j : 32 * j + 32].sum() + 5 for j in i])

    x = floats(n * 4, -8, 8, 6).reshape(n, 4) / np.float32(2)
    m = integers(n * 4, np.int32, -3, 5, 7).reshape(n, 4)
    out = np.zeros((n, 12))
    k.reductions[blocks(n), THREADS](x, m, out)
    expected = np.zeros((n, 12))
    for i in range(n):
        expected[i] = (
            x[i].sum(),
            m[i].sum(),
            x[i].astype(np.float64).mean(),
            m[i, 1:].mean(),
            m[i].prod(),
            x[i, ::-1].argmax(),
            m[i].argmin(),
            np.count_nonzero(m[i]) + 40,
            int(m[i].all()) + 2 * m[i].any(),
            int(3 in m[i]) + 2 * (0.5 not in x[i]),
            x[i].astype(np.float64).var(),
            x[i, 2],
        )
    same(out, expected)

    a, b = floats(n * 4, 0, 9, 10).reshape(n, 4), floats(4, 0, 9, 11)
    out = np.zeros((n, 4), np.float32)
    k.with_outputs[blocks(n), THREADS](a, b, out)
    same(out, np.maximum(b, np.sqrt(a) + b))

    a = floats(n * 3, 1, 9, 8).reshape(n, 3)
    b = floats(n * 3, 1, 9, 9).reshape(n, 3)
    expected = (a + 1) * 2
    out, sums = np.zeros(3 * n, np.int64), a.ravel() + 1 + b.ravel()[::-1]
    k.every_element[blocks(3 * n), THREADS](a, b, out)
    same(a, expected)
    same(out, sums)

    x, y = floats(9 * n, 0, 9, 13).reshape(n, 9), floats(3, 0, 9, 14)
    t = x[:, :3] + y
    place = t + y
    place[4:] = 1, 2, 3
    sums = place[:, 0] - place[:, 2] + np.where(np.arange(n) > 3, y[0], y[1])
    wanted = x.copy()
    wanted[:, :3], wanted[:, 3:6] = t + y, x[:, 6:]
    expected = np.column_stack([t * 2, sums + t.sum(axis=1) + x[:, 6:].sum(axis=1)])
    out = np.zeros((n, 4))
    k.of_calls[blocks(n), THREADS](x, y, out)
    same(x, wanted)
    same(out, expected)

    b = rng(12).uniform(-4, 4, (n, 3))
    a, counts = np.zeros((n, 3)), np.zeros(1, np.int64)
    k.computed_once[blocks(n), THREADS](a, b, counts)
    same(a[:, :2], np.full((n, 2), -(3**-1)))
    same(a[:, 2], b[:, 2] * 10**-6)
    same(counts[0], n)


FIXED_LAUNCH = ("in_blocks",)
