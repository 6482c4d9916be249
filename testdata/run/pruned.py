"""Branches that Numba leaves out before it types anything, and those that it keeps."""

import numpy as np
from case import THREADS, blocks, same
from numba import cuda

LARGE = 3002399751580331  # no float64 holds three times as much exactly

FIXED_LAUNCH = ("pruned_results", "rank_1", "rank_2")


@cuda.jit(device=True)
def by_rank(a):
    if a.ndim == 2:
        return 0.5
    return a.size * 3


@cuda.jit(device=True)
def by_rank_under_names(a):
    b = a
    n = b.ndim
    if n > 1 or n == 0:
        return 0.5
    return a.size * 3


@cuda.jit(device=True)
def by_length(t):
    if len(t) == 3:
        return t[2]
    return t[1]


@cuda.jit(device=True)
def by_constant(a):
    n = 0
    m = n
    if -1 < m < 0:
        return 0.5
    r = 0.5 if n else a.size * 3
    while n > 3:
        r = 0.5
    return r


@cuda.jit(device=True)
def by_text(a):
    mode = "fast"
    if mode == "exact":
        return 0.5
    return a.size * 3


@cuda.jit(device=True)
def by_last_value(a):
    n = 3
    n = 0
    if n:
        return 0.5
    return a.size * 3


@cuda.jit(device=True)
def kept_for_a_length(a):
    if len(a.shape) == 2:
        return 0.5
    return a.size * 3


@cuda.jit(device=True)
def kept_for_a_sum(a):
    n = 0
    if n + 1 == 2:
        return 0.5
    return a.size * 3


@cuda.jit(device=True)
def kept_for_a_pair(a):
    n, m = 0, 1
    if n == m:
        return 0.5
    return a.size * 3


@cuda.jit(device=True)
def kept_for_two_values(a):
    if a.size == 0:
        return 0.25
    n = 3
    n = 0
    if n:
        return 0.5
    return a.size * 3


@cuda.jit("void(int64[:], int64[:])")
def pruned_results(a, out):
    out[0] = by_rank(a) * a[0]
    out[1] = by_rank_under_names(a) * a[0]
    out[2] = by_length((0, a[1], a[0])) + by_length((a[0], a[1]))
    out[3] = by_constant(a) * a[0]
    out[4] = by_text(a) * a[0]
    out[5] = by_last_value(a) * a[0]
    out[6] = kept_for_a_length(a) * a[0]
    out[7] = kept_for_a_sum(a) * a[0]
    out[8] = kept_for_a_pair(a) * a[0]
    out[9] = kept_for_two_values(a) * a[0]


def zeroed(x):
    i = cuda.grid(1)
    if x.ndim == 1:
        x[i] = 0
    else:
        x[i, 1] = 0


rank_1 = cuda.jit("void(float32[:])")(zeroed)
rank_2 = cuda.jit("void(float32[:, :])")(zeroed)


@cuda.jit(device=True)
def prime_or_none(n):
    """What the `else` of a loop sets is set only where no `break` left it."""
    prime = False
    for d in range(2, n):
        if n % d == 0:
            break
    else:
        prime = True
    if prime:
        return n
    return 0


@cuda.jit(device=True)
def seven_or_eight(i):
    left = 0
    while i > 3:
        if i == 5:
            break
        i -= 1
    else:
        left = 1
    return 7 if left == 1 else 8


@cuda.jit("void(int64[:], int64[:])")
def set_by_else(out, other):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = prime_or_none(i + 2)
        other[i] = seven_or_eight(i)


def check(k):
    a, out = np.array([LARGE]), np.zeros(10, np.int64)
    k.pruned_results[1, 1](np.array([LARGE, 1]), out)
    exact, rounded = 6 * LARGE, int(6.0 * LARGE)
    same(a * 6, [exact])
    same(out, [exact, exact, LARGE + 1, *[exact] * 3, *[rounded] * 4])
    assert exact != rounded

    x, y = np.ones(4, np.float32), np.ones((4, 2), np.float32)
    k.rank_1[1, 4](x)
    k.rank_2[1, 4](y)
    same(x, np.zeros(4))
    same(y, np.repeat([[1, 0]], 4, 0))

    n = 70
    out, other = np.zeros(n, np.int64), np.zeros(n, np.int64)
    k.set_by_else[blocks(n), THREADS](out, other)
    same(out, [m if all(m % d for d in range(2, m)) else 0 for m in range(2, n + 2)])
    same(other, [7 if i < 5 else 8 for i in range(n)])
