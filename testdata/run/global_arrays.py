"""Global arrays of every kind as constant data, and names that change between definitions."""

import math

import numpy as np
from case import THREADS, blocks, same
from numba import cuda

STEPS = np.linspace(0, 1, 11)
SINGLE = np.array([0.1, 0.2, 0.3], dtype=np.float32)
GRID = np.arange(12).reshape(3, 4)
COLUMNS = np.asfortranarray(np.arange(12, dtype=np.float32).reshape(3, 4) / 8)
FLAGS = np.arange(6) % 2 == 0
BYTES = np.array([250, 251, 255], np.uint8)
CUBE = (np.arange(24) ** 2).reshape(2, 3, 4).astype(np.int16)
TURNED = GRID.T
STRIDED = GRID[::2, ::-1]
WEIGHTS = np.array([math.exp(-(x**2) / 2) for x in range(-2, 3)])
WEIGHTS /= WEIGHTS.sum()
ONE = np.full((1,), 7, np.int8)
LARGE = np.arange(30_000, dtype=np.int32) * 3
POINT = np.array(3.5)
EMPTY = np.zeros((2, 0), np.float32)
FLAT = np.asfortranarray(np.zeros((0, 3), np.int64))

SCALE = 2


@cuda.jit("void(float64[:])")
def one_dimension(out):
    i = cuda.grid(1)
    if i < STEPS.size:
        out[i] = STEPS[i] + SINGLE[i % 3] + SINGLE[-1]


@cuda.jit("void(int64[:, :], float32[:, :], int64[:, :])")
def two_dimensions(rows, columns, turned):
    i, j = cuda.grid(2)
    if i < 3 and j < 4:
        rows[i, j] = GRID[i, j] + GRID[-1 - i, -1 - j] * 100
        columns[i, j] = COLUMNS[i, j] + COLUMNS.shape[1]
        turned[i, j] = TURNED[j, i]


@cuda.jit("void(int64[:])")
def other_kinds(out):
    i = cuda.grid(1)
    if i < out.size:
        total = CUBE[i % 2, i % 3, i % 4] + BYTES[i % 3] + ONE[0]
        if FLAGS[i % 6]:
            total += 1000
        out[i] = total + STRIDED[i % 2, i % 4]


@cuda.jit("void(float64[:], float64[:])")
def smooth(x, out):
    i = cuda.grid(1)
    if i >= 2 and i < x.size - 2:
        total = 0.0
        for k in range(WEIGHTS.shape[0]):
            total += WEIGHTS[k] * x[i + k - 2]
        out[i] = total


@cuda.jit("void(int64[:])")
def large(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = LARGE[(i * 977) % LARGE.size]


@cuda.jit(device=True)
def described(a):
    return a.sum() + 10 * a.size + 100 * a.ndim


# Arrays without axes, and some without elements, are arrays, too.
@cuda.jit("void(float64[:])")
def odd_shapes(out):
    if cuda.grid(1) > 0:
        return
    point, empty = POINT, EMPTY
    out[0] = POINT[()] + POINT.item()
    out[1] = np.sum(POINT) + point.size
    out[2] = described(POINT)
    out[3] = described(EMPTY)
    out[4] = described(FLAT) + FLAT.shape[1]
    out[5] = np.count_nonzero(POINT) + np.count_nonzero(FLAT)
    for row in empty:
        out[6] += 1 + row.size


@cuda.jit("void(int64[:])")
def first_scale(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = SCALE


SCALE = 3


@cuda.jit("void(int64[:])")
def second_scale(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = SCALE * 10


SCALE = 4


def check(k, n=50):
    out = np.zeros(11)
    k.one_dimension[1, 32](out)
    i = np.arange(11)
    same(out, STEPS + SINGLE[i % 3] + SINGLE[-1])

    rows, columns = np.zeros((3, 4), np.int64), np.zeros((3, 4), np.float32)
    turned = np.zeros((3, 4), np.int64)
    k.two_dimensions[(1, 1), (4, 4)](rows, columns, turned)
    same(rows, GRID + GRID[::-1, ::-1] * 100)
    same(columns, COLUMNS + np.float32(4))
    same(turned, GRID)

    i = np.arange(n)
    out = np.zeros(n, np.int64)
    k.other_kinds[blocks(n), THREADS](out)
    expected = CUBE[i % 2, i % 3, i % 4].astype(np.int64) + BYTES[i % 3] + 7
    same(out, expected + 1000 * FLAGS[i % 6] + STRIDED[i % 2, i % 4])

    x, out = np.arange(n) ** 1.5, np.zeros(n)
    k.smooth[blocks(n), THREADS](x, out)
    expected = np.zeros(n)
    for j in range(2, n - 2):
        total = 0.0
        for w in range(5):
            total += WEIGHTS[w] * x[j + w - 2]
        expected[j] = total
    same(out, expected)

    out = np.zeros(n, np.int64)
    k.large[blocks(n), THREADS](out)
    same(out, LARGE[(i * 977) % LARGE.size])

    described = np.zeros(7)
    k.odd_shapes[1, 1](described)
    same(described, np.array([7.0, 4.5, 13.5, 200.0, 203.0, 1.0, 2.0]))

    k.first_scale[blocks(n), THREADS](out)
    same(out, 2)
    k.second_scale[blocks(n), THREADS](out)
    same(out, 30)
