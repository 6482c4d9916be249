"""`for` over arrays, lists, tuples, `enumerate`, `zip`, `reversed` and grids of indices."""

import numpy as np
from case import THREADS, blocks, integers, rng, same
from numba import cuda


@cuda.jit("void(float32[:], int32[:], float64[:])")
def sums(a, count, out):
    i = cuda.grid(1)
    if i < out.size:
        total = 0.0
        last = np.float32(-1)
        for last in a:
            total += last
            if last > count[i]:
                break
        out[i] = total + last


@cuda.jit("void(int32[:], int64[:])")
def numbered(a, out):
    """Positions of the values above their number; `n` keeps its last value."""
    i = cuda.grid(1)
    if i < out.size:
        n = -7
        total = 0
        for n, v in enumerate(a):
            if v > i:
                total += n
        for n, v in enumerate(a, 100):
            total += n * v
        out[i] = total * 2 + n


@cuda.jit("void(int32[:], int64[:], float32[:], float64[:])")
def pairs(a, b, c, out):
    i = cuda.grid(1)
    if i < out.size:
        total = 0.0
        for x, y in zip(a, b):
            total += x * y
        for k, (x, (y, z)) in enumerate(zip(a, zip(b, c))):
            total += (k + i) * x + y * z
        for x, j in zip(c, range(5, 50, 3)):
            total += x * j
        out[i] = total


@cuda.jit("void(int64[:], int64[:])")
def offsets_of(a, out):
    """A list, a tuple and a tuple of constants."""
    i = cuda.grid(1)
    if i < out.size:
        total = 0
        for d in [-1, 0, 1]:
            if 0 <= i + d < a.size:
                total += a[i + d] * (d + 2)
        for d in (-2, 2):
            if 0 <= i + d < a.size:
                total += a[i + d]
        for weight in [0.5, 1.5, a[i]]:
            total += int(weight * 2)
        d = 99
        for d in OFFSETS:
            total += d
        out[i] = total + d


OFFSETS = (3, 5, 8)


@cuda.jit("void(float32[:, :], int64[:])")
def shapes(a, out):
    i = cuda.grid(1)
    if i < out.size:
        total = 0
        for n in a.shape:
            total = total * 1000 + n
        for k, n in enumerate(a.shape):
            total += k * n
        out[i] = total + i


@cuda.jit("void(int32[:], int64[:, :])")
def backwards(a, out):
    i = cuda.grid(1)
    if i < a.size:
        n = 0
        for j in reversed(range(a[i])):
            n = n * 3 + j
        out[0, i] = n
        n = 0
        for j in reversed(range(2, a[i], 3)):
            n = n * 3 + j
        out[1, i] = n
        n = 0
        for v in reversed(a):
            n = n // 2 + v
        out[2, i] = n
        n = 0
        for v in reversed((a[i] + 0, 4, 9)):
            n = n * 7 + v
        out[3, i] = n


@cuda.jit("void(int64[:, :], int64[:])")
def grids(a, out):
    """np.ndindex, np.ndenumerate and .flat, with `break`, `continue` and `else`."""
    i = cuda.grid(1)
    if i < out.size:
        total = 0
        for r, c in np.ndindex(a.shape):
            total = total * 2 + a[r, c]
        for r, c in np.ndindex(3, i % 4):
            if c == 1:
                continue
            total += r * 10 + c
        for at in np.ndindex(2, 2):
            total += at[0] - at[1]
        for (r, c), v in np.ndenumerate(a):
            total += (r - c) * v
        for v in a.flat:
            if v == i % 5:
                break
            total += v
        else:
            total += 1000
        r = -1
        c = -1
        for r, c in np.ndindex(4, i % 3):
            total += r
        out[i] = total * 100 + r * 10 + c


@cuda.jit("void(int64[:, :], int64[:])")
def first_pair(a, out):
    i = cuda.grid(1)
    if i < out.size:
        for r, c in np.ndindex(a.shape):
            if a[r, c] == i % 7:
                out[i] = r * 100 + c
                break
        else:
            out[i] = -1


@cuda.jit("void(float32[:], float32[:], float64[:])")
def rebound(a, b, out):
    """The loop goes on with the array that it began with."""
    i = cuda.grid(1)
    if i < out.size:
        total = 0.0
        x = a
        for v in x:
            total = total * 0.5 + v
            x = b
        for v in x:
            total += v
        out[i] = total


@cuda.jit("void(int64[:], int64[:])")
def changed(a, out):
    """The body changes the variable, the iteration does not mind."""
    i = cuda.grid(1)
    if i < out.size:
        total = 0
        for n, v in enumerate(a):
            total += n
            n = n * 10
            v += n
            total += v
        d = 0
        for d in (1, 2, 3):
            d *= 2
            total += d
        m = 0
        for m in range(4):
            m *= 3
            total += m
        out[i] = total + d + m



SHIFTS = (-1, 0, 1)
WEIGHTS = (0.25, 0.5, 0.25)
NEIGHBOURS = ((0, 1), (1, 0), (0, -1), (-1, 0))


@cuda.jit("void(int64[:, :], float64[:])")
def tables(a, out):
    """Rows and their elements, tables of the module side by side, pairs."""
    i = cuda.grid(1)
    if i < out.size:
        total = 0.0
        for row in a:
            for v in row:
                total = total * 0.5 + v
        for shift, weight in zip(SHIFTS, WEIGHTS):
            total += a[1 + shift, i % 4] * weight
        for down, right in NEIGHBOURS:
            total += a[1 + down, 1 + right] * (down + 2 * right)
        for m, weight in enumerate(WEIGHTS):
            total += m * weight
        for x, weight in zip(a[0], WEIGHTS):
            total += x * weight
        for down, right in NEIGHBOURS:
            down = down * 3
            total += down - right
        out[i] = total


@cuda.jit("void(UniTuple(int64, 3), float64[:])")
def given_tuples(t, out):
    """The loop goes on with the tuple that it began with."""
    i = cuda.grid(1)
    if i < out.size:
        total = 0.0
        for v, weight in zip(t, WEIGHTS):
            t = (t[1], t[2], t[0])
            total += v * weight
        out[i] = total + t[0]


def numbered_of(a, i):
    total = sum(n for n, v in enumerate(a) if v > i) + sum(n * v for n, v in enumerate(a, 100))
    return total * 2 + (99 + len(a) if a else -7)


def stencil_of(a, i):
    total = sum(a[i + d] * (d + 2) for d in (-1, 0, 1) if 0 <= i + d < len(a))
    total += sum(a[i + d] for d in (-2, 2) if 0 <= i + d < len(a))
    return total + 1 + 3 + a[i] * 2 + sum(OFFSETS) + OFFSETS[-1]


def backwards_of(a, m):
    rows = []
    for items in (range(m), range(2, m, 3)):
        n = 0
        for j in reversed(items):
            n = n * 3 + j
        rows.append(n)
    n = 0
    for v in reversed(a):
        n = n // 2 + v
    rows.append(n)
    rows.append((9 * 7 + 4) * 7 + m)
    return rows


def grids_of(a, i):
    total = 0
    for v in a.ravel().tolist():
        total = total * 2 + v
    total += sum(r * 10 + c for r, c in np.ndindex(3, i % 4) if c != 1)
    total += sum((r - c) * v for (r, c), v in np.ndenumerate(a))
    for v in a.ravel().tolist():
        if v == i % 5:
            break
        total += v
    else:
        total += 1000
    total += sum(r for r, c in np.ndindex(4, i % 3))
    r, c = (3, i % 3 - 1) if i % 3 else (-1, -1)
    return int(total) * 100 + r * 10 + c


def tables_of(a, i):
    total = 0.0
    for row in a.tolist():
        for v in row:
            total = total * 0.5 + v
    for shift, weight in zip(SHIFTS, WEIGHTS):
        total += a[1 + shift, i % 4] * weight
    for down, right in NEIGHBOURS:
        total += a[1 + down, 1 + right] * (down + 2 * right)
    total += sum(m * weight for m, weight in enumerate(WEIGHTS))
    total += sum(x * weight for x, weight in zip(a[0].tolist(), WEIGHTS))
    return total + sum(down * 3 - right for down, right in NEIGHBOURS)


def check(k, n=100):
    a = integers(n, np.int32, -5, 12, 1)
    b = integers(n, np.int64, -100, 100, 2)
    c = np.round(rng(3).normal(0, 9, n)).astype(np.float32)
    items = a.tolist()

    out = np.zeros(n)
    k.sums[blocks(n), THREADS](c, a, out)
    expected = []
    for count in items:
        total, last = 0.0, -1.0
        for last in c.tolist():
            total += last
            if last > count:
                break
        expected.append(total + last)
    same(out, np.array(expected))

    out = np.zeros(n, np.int64)
    k.numbered[blocks(n), THREADS](a, out)
    same(out, np.array([numbered_of(items, i) for i in range(n)], np.int64))

    out = np.zeros(n)
    k.pairs[blocks(n), THREADS](a, b, c, out)
    fixed = float(a.astype(np.int64) @ b) + sum(x * j for x, j in zip(c, range(5, 50, 3)))
    fixed += sum(m * x + y * z for m, (x, y, z) in enumerate(zip(items, b.tolist(), c.tolist())))
    same(out, fixed + np.arange(n) * float(a.sum()))

    values = b % 9
    out = np.zeros(n, np.int64)
    k.offsets_of[blocks(n), THREADS](values, out)
    same(out, np.array([stencil_of(values.tolist(), i) for i in range(n)], np.int64))

    out = np.zeros(n, np.int64)
    k.shapes[blocks(n), THREADS](np.zeros((3, 5), np.float32), out)
    same(out, 3005 + 5 + np.arange(n))

    out = np.zeros((4, n), np.int64)
    k.backwards[blocks(n), THREADS](a, out)
    same(out, np.array([backwards_of(items, m) for m in items], np.int64).reshape(n, 4).T)

    table = integers(12, np.int64, 0, 9, 4).reshape(3, 4)
    out = np.zeros(n, np.int64)
    k.grids[blocks(n), THREADS](table, out)
    same(out, np.array([grids_of(table, i) for i in range(n)], np.int64))

    out = np.zeros(n, np.int64)
    k.first_pair[blocks(n), THREADS](table, out)
    expected = []
    for i in range(n):
        found = np.argwhere(table == i % 7)
        expected.append(found[0] @ (100, 1) if len(found) else -1)
    same(out, np.array(expected, np.int64))

    out = np.zeros(n)
    k.rebound[blocks(n), THREADS](c, c[::2] * 2, out)
    total = 0.0
    for v in c.tolist():
        total = total * 0.5 + v
    for v in (c[::2] * 2).tolist():
        total += v
    same(out, total)

    out = np.zeros(n, np.int64)
    k.changed[blocks(n), THREADS](b, out)
    same(out, b.sum() + sum(11 * m for m in range(n)) + 12 + 6 + 18 + 9)

    out = np.zeros(n)
    k.tables[blocks(n), THREADS](table, out)
    same(out, np.array([tables_of(table, i) for i in range(n)]))

    out = np.zeros(n)
    k.given_tuples[blocks(n), THREADS]((4, 8, 12), out)
    same(out, np.full(n, 4 * 0.25 + 8 * 0.5 + 12 * 0.25 + 4))
