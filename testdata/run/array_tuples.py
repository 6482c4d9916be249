"""Arrays in tuples: as arguments, in variables, views and arrays of all kinds side by side."""

from collections import namedtuple

import numpy as np
from case import THREADS, blocks, close, rng, same
from numba import cuda

Pair = namedtuple("Pair", "source target")
TABLE = np.array([10.0, 20.0, 30.0])


@cuda.jit("void(UniTuple(float64[:], 3), UniTuple(float64, 3), float64[:])")
def weighted(arrays, weights, out):
    i = cuda.grid(1)
    if i < out.size:
        total = 0.0
        for a, w in zip(arrays, weights):
            total += a[i] * w
        for n, a in enumerate(arrays):
            total += n * a[i]
        out[i] = total


@cuda.jit("void(float64[:], float64[:])")
def parts(a, out):
    i = cuda.grid(1)
    if i < out.size:
        v = (a[1:], a[:2], a[::-1])
        out[i] = v[0][0] + v[1][1] * 2 + v[2][0] * 3
        for x in v:
            out[i] += x.size
        for n in range(3):
            out[i] += v[n][0]


@cuda.jit(device=True)
def swapped(t):
    return t[1], t[0]


@cuda.jit(device=True)
def first_of(t, i):
    return t[0][i]


@cuda.jit(device=True)
def store(t, i, value):
    t[1][i] = value


@cuda.jit("void(Tuple((float64[:], float64[:])), float64[:])")
def through_functions(t, out):
    """The first is written, through three functions; the second is only read."""
    i = cuda.grid(1)
    if i < out.size:
        u = swapped(t)
        store(u, i, first_of(u, i) + 1)
        a, b = swapped(u)
        out[i] = a[i] * 100 + b[i]


@cuda.jit("void(float64[:], float64[:], float64[:])")
def mixed(a, b, out):
    """A constant, a shared and a local array, a view, and an array that is written."""
    i = cuda.grid(1)
    shared = cuda.shared.array(4, np.float64)
    local = cuda.local.array(4, np.float64)
    shared[cuda.threadIdx.x % 4] = 5.0
    cuda.syncthreads()
    local[0] = 7.0
    if i < out.size:
        t = (TABLE, shared, local, a[i:], out)
        out[i] = t[0][1] + t[1][0] + t[2][0] + t[3][0]
        for x in (a, out, local):
            out[i] += x[0] * 0
        for x in [a, b]:
            out[i] += x[0] * 0
        t[2][1] = t[0][2]
        u = (shared, local)
        out[i] += u[i % 2][0] + t[2][1]
        both = (a, b) if i % 3 == 0 else (b, a)
        out[i] += both[0][i] * 1000
        pick = (a, out)
        if i % 2 == 1:
            pick = (b, out)
        pick[1][i] += pick[0][i] * 1e6
        one = a if i % 2 == 0 else t[0]
        out[i] += one[0]


@cuda.jit(device=True)
def copied(pair, i):
    pair.target[i] = pair.source[i]
    return Pair(pair.target, pair.source)


@cuda.jit("void(float64[:], float64[:], float64[:])")
def named(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        back = copied(Pair(a, b), i)
        nested = (Pair(a, out), (b, 2))
        nested[0].target[i] = back.source[i] + nested[1][0][i] * nested[1][1]
        out[i] += Pair(b, a).source[i]


@cuda.jit("void(UniTuple(UniTuple(float64[:], 2), 2), float64[:])")
def nested(t, out):
    i = cuda.grid(1)
    if i < out.size:
        for row in t:
            for a in row:
                out[i] += a[i]
        t[1][0][i] = -1.0
        (p, q), r = t
        out[i] += p[i] + q[i] + r[1][i]


@cuda.jit("void(float64[:], float64[:], float64[:])")
def maybe(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a if i % 2 == 0 else None
        y = None
        if i % 3 == 0:
            y = b
        if x is not None:
            out[i] += x[i]
        if y is not None:
            y[i] = 9.0
            out[i] += 1


@cuda.jit("void(UniTuple(float64[:], 2), float64[:])")
def by_number(t, out):
    """One item is written by a known index; which one is read tells only a run."""
    i = cuda.grid(1)
    if i < out.size:
        t[0][i] = 3.0
        out[i] = t[i % 2][i]


@cuda.jit("void(float64[:, :], int64[:], float64[:])")
def views(m, at, out):
    i = cuda.grid(1)
    if i < out.size:
        corners = (m[0], m[:, 0], m.T[1], m[1:, 1])
        out[i] = sum((corners[0][1], corners[1][2], corners[2][0], corners[3][0]))
        rows = (m[0], m[1])
        low, high = rows
        high[i % 2] += 0.0
        out[i] += low[0] + high.sum()
        cuda.atomic.add((at, at)[1], 0, 1)


def check(k, n=150):
    a, b, c, d = rng(3).uniform(1, 2, (4, n))
    out = np.zeros(n)
    k.weighted[blocks(n), THREADS]((a, b, c), (1.0, 2.0, 3.0), out)
    same(out, a + 2 * b + 3 * c + b + 2 * c)

    k.parts[blocks(n), THREADS](a, out)
    first = a[1] + a[1] * 2 + a[-1] * 3 if n > 1 else 0
    if n > 1:
        close(out, first + (n - 1) + 2 + n + a[1] + a[0] + a[-1])

    t, s = a.copy(), b.copy()
    k.through_functions[blocks(n), THREADS]((t, s), out)
    same(t, b + 1)
    same(s, b)
    same(out, (b + 1) * 100 + b)

    k.mixed[blocks(n), THREADS](a, b, out)
    i = np.arange(n)
    value = 20 + 5.0 + 7 + a
    value = value + (np.where(i % 2 == 0, 5.0, 7.0) + 30)
    value = value + np.where(i % 3 == 0, a, b) * 1000
    value = value + np.where(i % 2 == 1, b, a) * 1e6
    same(out, value + np.where(i % 2 == 0, a[0] if n else 0, 10.0))

    t, s = a.copy(), b.copy()
    k.named[blocks(n), THREADS](t, s, out)
    same(s, a)
    same(out, a + a * 2 + a)

    arrays = [x.copy() for x in (a, b, c, d)]
    out = np.zeros(n)
    k.nested[blocks(n), THREADS](((arrays[0], arrays[1]), (arrays[2], arrays[3])), out)
    same(arrays[2], np.full(n, -1.0))
    same(out, (((a + b) + c) + d) + (a + b + d))

    s = b.copy()
    out = np.zeros(n)
    k.maybe[blocks(n), THREADS](a, s, out)
    same(s, np.where(i % 3 == 0, 9.0, b))
    same(out, np.where(i % 2 == 0, a, 0) + np.where(i % 3 == 0, 1, 0))

    t = a.copy()
    k.by_number[blocks(n), THREADS]((t, b), out)
    same(t, np.full(n, 3.0))
    same(out, np.where(i % 2 == 0, 3.0, b))

    m = rng(4).uniform(1, 2, (3, 2))
    at = np.zeros(1, np.int64)
    k.views[blocks(n), THREADS](m, at, out)
    close(out, m[0, 1] + m[2, 0] + m[0, 1] + m[1, 1] + m[0, 0] + m[1].sum())
    assert at[0] == n
