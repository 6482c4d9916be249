"""`sum`, `min`, `max`, `any`, `all` and `tuple` of arrays, tuples and comprehensions."""

import numpy as np
from case import THREADS, blocks, integers, same
from numba import cuda

PRIMES = (2, 3, 5, 7)


@cuda.jit("void(int32[:], float32[:], int64[:], float64[:])")
def sums(a, x, out, total):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = sum(a) + sum(range(i)) + sum((i, 2, 3)) + sum(PRIMES, i)
        total[i] = sum(x) + sum(v * v for v in x) + sum([a[j] for j in range(i)])


@cuda.jit("void(int32[:], float64[:], int64[:], float64[:])")
def extremes(a, x, out, most):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = min(a) * 100 + max((i, 3, a[i])) + min(PRIMES)
        most[i] = max(abs(v - i) for v in x) + min(a[i], x[i])


@cuda.jit("void(int32[:], int64[:])")
def tests(a, out):
    i = cuda.grid(1)
    if i < out.size:
        n = 0
        if any(v == i % 11 for v in a):
            n += 1
        if all(a[j] > -4 for j in range(i)):
            n += 2
        if any((a[i] > 3, a[i] < -3)):
            n += 4
        if all([a[i] > 0, i % 2 == 0]):
            n += 8
        if any(a):
            n += 16
        if any(a[j] + a[m] == 20 for j in range(3) for m in range(j) if a[j] > a[m]):
            n += 32
        out[i] = n


@cuda.jit("void(int32[:], int64[:])")
def tuples(a, out):
    i = cuda.grid(1)
    if i < out.size:
        squares = tuple(p * p for p in PRIMES)
        shifted = tuple(a[i] + d for d in range(-1, 2))
        out[i] = squares[i % 4] * 1000 + shifted[i % 3] + len(shifted)


@cuda.jit("void(int32[:], int64[:])")
def scopes(a, out):
    """The variable of a comprehension is its own."""
    i = cuda.grid(1)
    if i < out.size:
        v = 1000
        j = 7
        n = sum(v + j for v in a if v > j)
        out[i] = n + v + j + sum(i * j for i in range(3) for j in range(i)) * i


@cuda.jit("void(int32[:], int64[:])")
def of_nothing(a, out):
    """`min` of nothing is an exception: the thread ends there."""
    i = cuda.grid(1)
    if i < out.size:
        out[i] = 1
        out[i] = max(a[j] for j in range(i % 3))


def check(k, n=64):
    a = integers(n, np.int32, -5, 12, 1)
    items = a.tolist()
    x = (a * 0.5).astype(np.float32)

    out, total = np.zeros(n, np.int64), np.zeros(n)
    k.sums[blocks(n), THREADS](a, x, out, total)
    each = np.arange(n)
    same(out, a.sum() + each * (each - 1) // 2 + each + 5 + sum(PRIMES) + each)
    before = np.concatenate([[0], np.cumsum(a)[:-1]])[:n] if n else np.zeros(0)
    exact = x.astype(np.float64)
    same(total, exact.sum() + (exact**2).sum() + before)

    out, most = np.zeros(n, np.int64), np.zeros(n)
    y = a * 0.25
    k.extremes[blocks(n), THREADS](a, y, out, most)
    same(out, [min(items) * 100 + max(i, 3, items[i]) + 2 for i in range(n)])
    same(most, [max(abs(y - i)) + min(items[i], y[i]) for i in range(n)])

    out = np.zeros(n, np.int64)
    padded = np.concatenate([a, np.array([8, 12, 3], np.int32)])
    k.tests[blocks(n), THREADS](padded, out)
    values = padded.tolist()
    triple = any(
        values[j] + values[m] == 20 for j in range(3) for m in range(j) if values[j] > values[m]
    )
    expected = []
    for i in range(n):
        flags = [
            i % 11 in values,
            all(v > -4 for v in values[:i]),
            abs(values[i]) > 3,
            values[i] > 0 and i % 2 == 0,
            any(values),
            triple,
        ]
        expected.append(sum(1 << bit for bit, flag in enumerate(flags) if flag))
    same(out, np.array(expected, np.int64))

    out = np.zeros(n, np.int64)
    k.tuples[blocks(n), THREADS](a, out)
    same(out, [PRIMES[i % 4] ** 2 * 1000 + items[i] + i % 3 - 1 + 3 for i in range(n)])

    out = np.zeros(n, np.int64)
    k.scopes[blocks(n), THREADS](a, out)
    same(out, sum(v + 7 for v in items if v > 7) + 1007 + 2 * np.arange(n))

    out = np.zeros(n, np.int64)
    k.of_nothing[blocks(n), THREADS](padded, out)
    same(out, [1 if i % 3 == 0 else max(values[: i % 3]) for i in range(n)])
