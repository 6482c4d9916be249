"""Operations on tuples: parts, repetition, comparison, unpacking with a star, loops over items."""

import numpy as np
from case import THREADS, blocks, rng, same
from numba import cuda
from numba.cuda import literal_unroll

STEPS = (1, 2.5, True)
NEAR = (-1, 0, 3)
NESTED = ((1, 2), (3.5, 4))


@cuda.jit(device=True)
def with_half(x):
    return x, x * 0.5


@cuda.jit("void(int32[:], float32[:], float64[:, :])")
def parts(a, x, out):
    i = cuda.grid(1)
    if i < a.size:
        t = (a[i], x[i], 7, 8)
        out[0, i] = sum(t[2:])
        out[1, i] = t[::-1][0] + t[-2]
        first, *rest = t
        out[2, i] = first + len(rest) + rest[0]
        *front, last = t
        out[3, i] = front[1] + last
        (p, q), (r, s) = NESTED
        out[4, i] = p + q + r + s
        u = (a[i], 1) * 2 + (3,)
        out[5, i] = sum(u) + len(u)
        out[6, i] = max(t) - min((x[i], a[i]))
        whole, left = divmod(a[i], 4)
        out[7, i] = whole * 10 + left
        for value in with_half(a[i]):
            out[8, i] += value
        out[9, i] = sum(tuple(y * 2 for y in with_half(a[i])), 1)


@cuda.jit("void(int32[:], float32[:], int32[:, :])")
def compared(a, x, out):
    """Tuples are compared item by item, also of several types and lengths."""
    i = cuda.grid(1)
    if i < a.size:
        t = (a[i], x[i])
        out[0, i] = t < (2, 0.5)
        out[1, i] = t <= (a[i], x[i])
        out[2, i] = t == (2, 0.5, 1)
        out[3, i] = t != (a[i], x[i] + 1)
        out[4, i] = (a[i],) < t
        out[5, i] = t > (a[i],)
        out[6, i] = a[i] in (1, 2, 3)
        out[7, i] = a[i] not in (1, 2.5)
        out[8, i] = 1 if () else 2
        out[9, i] = (a[i], (x[i], 2)) >= (3, (x[i], 1))


@cuda.jit("void(int32[:], float64[:, :])")
def unrolled(a, out):
    """The body once an item: `y` has a type of its own in each turn."""
    i = cuda.grid(1)
    if i < a.size:
        total = 0
        for step in STEPS:
            y = step * a[i]
            if y > 3:
                y = y + 1
            total += y
        out[0, i] = total
        product = 1.0
        for factor in literal_unroll((a[i], 0.5, 3)):
            product *= factor
        out[1, i] = product
        for offset in literal_unroll(NEAR):
            out[2, i] += offset * a[i]


@cuda.jit("void(int32[:], int32[:])")
def runtime_index(at, out):
    """An index that is no item's ends the thread."""
    i = cuda.grid(1)
    if i < at.size:
        out[i] = -1
        out[i] = (10, 20, 30)[at[i]]


@cuda.jit("void(Tuple((float64[:], int32)), UniTuple(float64[:], 2), float64[:])")
def tuples_of_arrays(pair, both, out):
    i = cuda.grid(1)
    values, n = pair
    if i < n:
        out[i] = values[i] + both[0][i] * both[1][i]


@cuda.jit(device=True)
def pairs_of(x):
    return (x, x + 1.0), (x * 2.0, x)


@cuda.jit("void(float64[:], UniTuple(UniTuple(float64, 2), 2), float64[:])")
def tuples_of_tuples(x, given, out):
    i = cuda.grid(1)
    if i < x.size:
        a, b = pairs_of(x[i])
        c, d = given
        total = a[0] + a[1] * b[0] - b[1]
        for pair in (c, d):
            u, v = pair
            total += u * v
        out[i] = total


def check(k, n=150):
    a, x = rng(1).integers(-9, 9, n, np.int32), rng(2).uniform(-4, 4, n).astype(np.float32)
    wide = x.astype(np.float64)
    out = np.zeros((10, n))
    k.parts[blocks(n), THREADS](a, x, out)
    expected = [
        15,
        15,
        a + 3 + wide,
        wide + 8,
        10.5,
        2 * a + 2 + 3 + 5,
        np.maximum(8.0, np.maximum(a, wide)) - np.minimum(a, wide),
        a // 4 * 10 + a % 4,
        a * 1.5,
        a * 3 + 1,
    ]
    for row, value in zip(out, expected, strict=True):
        same(row, value)

    out = np.zeros((10, n), np.int32)
    k.compared[blocks(n), THREADS](a, x, out)
    expected = [
        (a < 2) | ((a == 2) & (x < 0.5)),
        1,
        0,
        1,
        1,
        1,
        np.isin(a, [1, 2, 3]),
        a != 1,
        2,
        a >= 3,
    ]
    for row, value in zip(out, expected, strict=True):
        same(row, value)

    out = np.zeros((3, n))
    k.unrolled[blocks(n), THREADS](a, out)
    turns = [a.astype(np.float64), 2.5 * a, a.astype(np.float64)]
    same(out[0], sum(np.where(t > 3, t + 1, t) for t in turns))
    same(out[1], a * 0.5 * 3)
    same(out[2], 2 * a)

    at = rng(3).integers(-5, 6, n, np.int32)
    out = np.zeros(n, np.int32)
    k.runtime_index[blocks(n), THREADS](at, out)
    values = np.array([10, 20, 30])
    same(out, [values[j] if -3 <= j < 3 else -1 for j in at])

    one, two, three = rng(4).uniform(-1, 1, (3, n))
    out = np.zeros(n)
    k.tuples_of_arrays[blocks(n), THREADS]((one, np.int32(n - 3)), (two, three), out)
    same(out[: n - 3], (one + two * three)[: n - 3])
    same(out[n - 3 :], 0)

    given = ((0.5, 2.0), (3.0, -1.5))
    out = np.zeros(n)
    k.tuples_of_tuples[blocks(n), THREADS](wide, given, out)
    same(out, wide + (wide + 1) * (wide * 2) - wide + 0.5 * 2.0 + 3.0 * -1.5)
