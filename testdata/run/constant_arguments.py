"""Parameters of device functions that get constants are constants where the body needs one."""
from typing import NamedTuple

import numpy as np
from case import THREADS, blocks, integers, rng, same
from numba import cuda, float32, int32, int64

WIDTH = 4
TILE = (2, WIDTH)


class Extents(NamedTuple):
    rows: int
    columns: int


@cuda.jit(device=True)
def sum_of_kept(values, n, dtype):
    """An extent and an element type; also a bound of a loop."""
    kept = cuda.local.array(n, dtype)
    for i in range(n):
        kept[i] = values[i]
    total = kept[0] - kept[0]
    for i in range(n):
        total += kept[n - 1 - i]
    return total


@cuda.jit("void(float32[:], float64[:, :])")
def lengths(values, out):
    i = cuda.grid(1)
    n = 2
    if i < out.shape[1]:
        out[0, i] = sum_of_kept(values[i:], 3, float32)
        out[1, i] = sum_of_kept(values[i:], WIDTH, float32)
        out[2, i] = sum_of_kept(values[i:], n, float32)
        out[3, i] = sum_of_kept(dtype=int32, n=3, values=values[i:])


@cuda.jit(device=True)
def table(shape, scale):
    """A tuple as a shape; `scale` stays an argument."""
    kept = cuda.local.array(shape, int64)
    rows, columns = shape
    for i in range(rows):
        for j in range(columns):
            kept[i, j] = scale * (i * columns + j)
    return kept[shape[0] - 1, shape[1] - 1] + kept[rows - 1, 0]


@cuda.jit(device=True)
def passed_on(shape, scale=3, extra=2):
    """Several levels, with defaults and part of a shape."""
    return table(shape, scale) + table((extra, 3), scale)


@cuda.jit("void(int64[:], int64[:, :])")
def shapes(a, out):
    i = cuda.grid(1)
    shape = (3, WIDTH)
    if i < a.size:
        out[0, i] = table((2, 5), a[i])
        out[1, i] = table(TILE, a[i])
        out[2, i] = table(shape, 7)
        out[3, i] = passed_on((2, 2))
        out[4, i] = passed_on(extra=4, scale=a[i], shape=TILE)


@cuda.jit(device=True)
def position(dimensions):
    return cuda.grid(dimensions)


@cuda.jit(device=True)
def stride(dimensions):
    return cuda.gridsize(dimensions)


@cuda.jit("void(int64[:, :])")
def grids(out):
    for i in range(position(1), out.shape[0], stride(1)):
        x, y = position(2)
        out[i, 0] = x - position(1) + y + i
        out[i, 1] = stride(2)[0] - stride(1)


@cuda.jit(device=True)
def pick(pair, at):
    """Items of several types: the place says the type of what is returned."""
    return pair[at]


@cuda.jit(device=True)
def last_two(items, start):
    taken = items[start:]
    return taken[0] * 10 + taken[1]


@cuda.jit(device=True)
def repeated(x, times):
    total = 0
    for item in (x, 1) * times:
        total = total * 2 + item
    return total


@cuda.jit("void(int64[:], float64[:, :])")
def tuples(a, out):
    i = cuda.grid(1)
    if i < a.size:
        pair = (a[i], a[i] / 2)
        out[0, i] = pick(pair, 0) // 4
        out[1, i] = pick(pair, 1) / 4
        out[2, i] = pick(pair, -1)


@cuda.jit("void(int64[:], int64[:, :])")
def beyond_numba(a, out):
    """What Numba has only for literals in the function itself, or not at all."""
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = last_two((1, 2, a[i], 4), 1)
        out[1, i] = last_two((1, 2, a[i], 4), 2)
        out[2, i] = repeated(a[i], 2)
        out[3, i] = repeated(a[i], 3)
        out[4, i] = table(Extents(2, 6), a[i])


@cuda.jit(device=True)
def set_again(n, more):
    """The parameter is a constant where it is the parameter still."""
    kept = cuda.local.array(n, int64)
    kept[n - 1] = n
    if more:
        n = n + 10
    return kept[kept.size - 1] * 100 + n


@cuda.jit(device=True)
def renamed(n):
    m = n
    kept = cuda.local.array(m, int64)
    return kept.size


@cuda.jit(device=True)
def in_inner(n):
    def size():
        return cuda.local.array(n, int64).size

    return size() * 10 + size()


@cuda.jit("void(int64[:], int64[:, :])")
def parameters_as_constants(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = set_again(3, a[i] > 0)
        out[1, i] = set_again(5, a[i] > 0)
        out[2, i] = renamed(6)
        out[3, i] = in_inner(7)


@cuda.jit(device=True)
def step(trace, i, value):
    trace[i] = trace[i] * 10 + value
    return value


@cuda.jit(device=True)
def ordered(first, n, second):
    return cuda.local.array(n, int32).size + first * 10 + second


@cuda.jit("void(int64[:], int64[:])")
def evaluation_order(trace, out):
    """The other arguments are evaluated, from left to right."""
    i = cuda.grid(1)
    if i < out.size:
        out[i] = ordered(step(trace, i, 1), 100, step(trace, i, 2))


def check(k, n=150):
    values = integers(n + 8, np.int64, -9, 9, 1).astype(np.float32) + np.float32(0.5)
    out = np.zeros((4, n))
    k.lengths[blocks(n), THREADS](values, out)

    def sums(of, count):
        return sum(of[j : j + n].astype(np.float64) for j in range(count))

    same(out, [sums(values, 3), sums(values, 4), sums(values, 2), sums(np.trunc(values), 3)])

    a, out = rng(2).integers(-100, 100, n), np.zeros((5, n), np.int64)
    k.shapes[blocks(n), THREADS](a, out)

    def corner(rows, columns, scale):
        return scale * (rows * columns - 1) + scale * (rows - 1) * columns

    same(
        out,
        [
            corner(2, 5, a),
            corner(2, 4, a),
            np.full(n, corner(3, 4, 7)),
            np.full(n, corner(2, 2, 3) + corner(2, 3, 3)),
            corner(2, 4, a) + corner(4, 3, a),
        ],
    )

    out = np.zeros((n, 2), np.int64)
    k.grids[2, THREADS](out)
    same(out[:, 0], np.arange(n))
    same(out[:, 1], 0)

    out = np.zeros((3, n))
    k.tuples[blocks(n), THREADS](a, out)
    same(out, [a // 4, a / 2 / 4, a / 2])

    out = np.zeros((5, n), np.int64)
    k.beyond_numba[blocks(n), THREADS](a, out)
    same(out[:2], [20 + a, a * 10 + 4])
    twice = ((a * 2 + 1) * 2 + a) * 2 + 1
    same(out[2:4], [twice, (twice * 2 + a) * 2 + 1])
    same(out[4], corner(2, 6, a))

    out = np.zeros((4, n), np.int64)
    k.parameters_as_constants[blocks(n), THREADS](a, out)
    same(out[0], 303 + 10 * (a > 0))
    same(out[1], 505 + 10 * (a > 0))
    same(out[2], 6)
    same(out[3], 77)

    trace, out = np.zeros(n, np.int64), np.zeros(n, np.int64)
    k.evaluation_order[blocks(n), THREADS](trace, out)
    same(trace, 12)
    same(out, 112)
