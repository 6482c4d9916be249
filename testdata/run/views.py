"""Views: rows, columns, slices with any step, new axes; read, written, handed to device functions."""

import numpy as np
from case import THREADS, blocks, integers, rng, same
from numba import cuda, float32

TABLE = np.arange(12, dtype=np.float32).reshape(3, 4)
WIDTH = 4


@cuda.jit(device=True)
def dot(x, y):
    total = 0.0
    for k in range(x.shape[0]):
        total += x[k] * y[k]
    return total


@cuda.jit(device=True)
def scale(row, factor):
    for k in range(len(row)):
        row[k] *= factor


@cuda.jit(device=True)
def longer(a, b):
    if a.size < b.size:
        return b
    return a


@cuda.jit("void(float64[:, ::1], float64[:, ::1], float64[:, ::1])")
def product(a, b, out):
    """A row of one times a column of the other."""
    i, j = cuda.grid(2)
    if i < a.shape[0] and j < b.shape[1]:
        out[i, j] = dot(a[i], b[:, j])


@cuda.jit("void(float32[:, :], float32)")
def scaled_rows(a, factor):
    i = cuda.grid(1)
    if i < a.shape[0]:
        row = a[i]
        scale(row, factor)
        scale(row[1:-1], 2)


@cuda.jit(device=True)
def weighted(part):
    total = 0
    for k in range(part.size):
        total += part[k] * (k + 1)
    return total


@cuda.jit("void(int32[:], int32[:, :])")
def slices(a, out):
    """Each thread has a column for its sums over parts."""
    i = cuda.grid(1)
    if i < out.shape[1]:
        out[0, i] = weighted(a[2:])
        out[1, i] = weighted(a[:-3])
        out[2, i] = weighted(a[1:9])
        out[3, i] = weighted(a[i:])
        out[4, i] = weighted(a[::2])
        out[5, i] = weighted(a[::-1])
        out[6, i] = weighted(a[-2:i:-3])
        step = i % 5 - 7
        part = a[i:None:step]
        out[7, i] = weighted(part[slice(1, -1)])
        part = part[1:]
        out[8, i] = weighted(part)


@cuda.jit("void(int64[:, :, :], int64[:])")
def cubes(a, out):
    i = cuda.grid(1)
    if i < out.size:
        plane = a[i]
        line = plane[1]
        wall = a[:, i % a.shape[1], ::-1]
        last = a[..., -1]
        some = a[i, None, 1:, 2]
        out[i] = plane[0, 1] + 10 * line[2] + 100 * wall[i, 0] + 1000 * last[i, 1]
        out[i] += some[0, 0] + some.shape[0] * some.shape[1] + a[i][1][2] + len(a[i])


@cuda.jit("void(float32[:, :], float32[:, :])")
def coordinates(p, out):
    i = cuda.grid(1)
    if i < p.shape[0]:
        x, y, z = p[i, :3]
        u, v = p[i, 1:3]
        out[i, 0] = x * y + z
        out[i, 1] = u - v
        first, second = p[:, i % 3][:2]
        out[i, 2] = first + second


@cuda.jit("void(float32[:, :], float32[:, :])")
def transposed(a, out):
    i, j = cuda.grid(2)
    t = a.T
    if i < t.shape[0] and j < t.shape[1]:
        out[i, j] = t[i, j] + a.T[i, j] + a.transpose()[i][j]


@cuda.jit("void(float32[::1], float32[::1, :], float32[:])")
def reshaped(a, f, out):
    i = cuda.grid(1)
    if i < a.size // 4:
        m = a.reshape((-1, WIDTH))
        bits = m.view(np.int32)
        out[i] = m[i, 1] + a.reshape(2, 2, -1)[1, 1, i] + m.ravel()[i]
        out[i] += f.reshape(-1)[i] + f.flat[i] + m.flat[4 * i + 1] + bits[i, 0]


@cuda.jit("void(float32[:, :])")
def shared_rows(out):
    tile = cuda.shared.array((32, 8), float32)
    mine = cuda.local.array((2, 4), float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    row = tile[t]
    for k in range(8):
        row[k] = i + k
    cuda.syncthreads()
    beside = tile[t ^ 1]
    mine[0, 0] = beside[3]
    chunk = mine
    chunk = chunk[0]
    chunk[1] = TABLE[1][2]
    column = tile[:, 5]
    if i < out.shape[0]:
        out[i, 0] = beside[2] + column[t]
        out[i, 1] = mine[0, 0] + mine[0, 1]
        out[i, 2] = longer(tile[t, 2:], row[7:])[1]


@cuda.jit("void(int32[:], int32[:, :])")
def counts(a, out):
    i = cuda.grid(1)
    if i < a.size:
        cuda.atomic.add(out[a[i] % 2], 1, 1)
        cuda.atomic.max(out[:, 0], -1, a[i])


def floats(n, low, high, seed):
    """Whole numbers, so that sums are exact in any order."""
    return integers(n, np.int32, low, high, seed).astype(np.float32)


def check(k, n=90):
    a, b = rng(1).uniform(0, 1, (2, 7, 7))
    out = np.zeros((7, 7))
    k.product[(1, 1), (8, 8)](a, b, out)
    np.testing.assert_allclose(out, a @ b)

    a = floats(6 * n, -9, 9, 2).reshape(n, 6)
    expected = a * 3
    expected[:, 1:-1] *= 2
    k.scaled_rows[blocks(n), THREADS](a, 3)
    same(a, expected)

    a = integers(n + 8, np.int32, -99, 99, 3)
    out, expected = np.zeros((2, 9, n), np.int32)
    k.slices[blocks(n), THREADS](a, out)
    for i in range(n):
        parts = [a[2:], a[:-3], a[1:9], a[i:], a[::2], a[::-1], a[-2:i:-3]]
        parts += [a[i :: i % 5 - 7][1:-1], a[i :: i % 5 - 7][1:]]
        for m, part in enumerate(parts):
            expected[m, i] = (part * np.arange(1, part.size + 1)).sum()
    same(out, expected)

    a = integers(n * 2 * 3, np.int64, -9, 9, 4).reshape(n, 2, 3)
    out, expected = np.zeros((2, n), np.int64)
    k.cubes[blocks(n), THREADS](a, out)
    for i in range(n):
        wall = a[:, i % 2, ::-1]
        expected[i] = a[i, 0, 1] + 10 * a[i, 1, 2] + 100 * wall[i, 0] + 1000 * a[i, 1, -1]
        expected[i] += a[i, 1, 2] + 1 + a[i, 1, 2] + 2
    same(out, expected)

    if n > 1:
        p = floats(n * 5, -9, 9, 5).reshape(n, 5)
        out, expected = np.zeros((2, n, 3), np.float32)
        k.coordinates[blocks(n), THREADS](p, out)
        expected[:, 0] = p[:, 0] * p[:, 1] + p[:, 2]
        expected[:, 1] = p[:, 1] - p[:, 2]
        for i in range(n):
            expected[i, 2] = p[0, i % 3] + p[1, i % 3]
        same(out, expected)

    a = floats(n * 3, -9, 9, 6).reshape(n, 3)
    out = np.zeros((3, n), np.float32)
    k.transposed[(1, blocks(n)), (8, THREADS)](a, out)
    same(out, 3 * a.T)

    a = floats(4 * n, 1, 9, 7)
    f = np.asfortranarray(floats(4 * n, 1, 9, 8).reshape(4, n))
    out = np.zeros(n, np.float32)
    k.reshaped[blocks(n), THREADS](a, f, out)
    at = np.arange(n)
    expected = a[1::4] + a[3 * n : 4 * n] + a[:n] + f.T.ravel()[:n] + f.ravel()[:n] + a[1::4]
    same(out, expected + a.view(np.int32)[4 * at].astype(np.float32))

    out = np.zeros((n, 3), np.float32)
    k.shared_rows[blocks(n, 32), 32](out)
    i = np.arange(n)
    same(out[:, 0], (i ^ 1) + 2 + i + 5)
    same(out[:, 1], (i ^ 1) + 3 + 6)
    same(out[:, 2], i + 3)

    a = integers(n, np.int32, 0, 99, 9)
    out = np.zeros((4, 2), np.int32)
    k.counts[blocks(n), THREADS](a, out)
    same(out[:2, 1], [np.sum(a % 2 == 0), np.sum(a % 2 == 1)])
    same(out[3, 0], a.max(initial=0))


FIXED_LAUNCH = ("shared_rows",)
