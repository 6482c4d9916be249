"""Comparisons, also chained and across types; `and`, `or`, `not`; conditional expressions."""
import numpy as np
from case import THREADS, blocks, integers, same
from numba import cuda


@cuda.jit("void(int32[:], int32[:], boolean[:, :])")
def of_integers(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = a[i] < b[i]
        out[1, i] = a[i] <= b[i]
        out[2, i] = a[i] == b[i]
        out[3, i] = a[i] != b[i]
        out[4, i] = a[i] > b[i]
        out[5, i] = a[i] >= b[i]


@cuda.jit("void(int32[:], int32[:], boolean[:, :])")
def chained(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = -5 < a[i] < 5
        out[1, i] = a[i] < b[i] <= 7
        out[2, i] = 0 <= a[i] < b[i] < 9
        out[3, i] = a[i] == b[i] == 3
        out[4, i] = -9 < a[i] != b[i]
        out[5, i] = not -5 < a[i] < 5


@cuda.jit("int32(int32[:], int32, int32)", device=True)
def counted(calls, i, value):
    calls[i] += 1
    return value


@cuda.jit("void(int32[:], boolean[:])")
def middle_once(calls, out):
    """The middle of a chain is evaluated once, its end only when the first test holds."""
    i = cuda.grid(1)
    if i < out.size:
        out[i] = 2 < counted(calls, i, i) < counted(calls, i, 5)


@cuda.jit("void(int64[:], uint64[:], boolean[:, :])")
def across_signs(a, b, out):
    """int64 and uint64 compare as float64."""
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = a[i] < b[i]
        out[1, i] = a[i] == b[i]
        out[2, i] = b[i] > a[i]


@cuda.jit("void(int32[:], float64[:], boolean[:, :])")
def across_kinds(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = a[i] < b[i]
        out[1, i] = a[i] == b[i]
        out[2, i] = a[i] >= 0.5


@cuda.jit("void(boolean[:], boolean[:], boolean[:, :])")
def logic(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = a[i] and b[i]
        out[1, i] = a[i] or b[i]
        out[2, i] = not a[i]
        out[3, i] = a[i] and not b[i] or b[i] and not a[i]
        out[4, i] = a[i] == b[i]
        out[5, i] = not (a[i] or b[i])


@cuda.jit("void(boolean[:], boolean[:], boolean[:, :])")
def bitwise(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = a[i] & b[i]
        out[1, i] = a[i] | b[i]
        out[2, i] = a[i] ^ b[i]


@cuda.jit("void(int32[:], int32[:], int32[:, :])")
def values_of_logic(a, b, out):
    """`and` and `or` give one of their operands."""
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = a[i] and b[i]
        out[1, i] = a[i] or b[i]
        out[2, i] = a[i] or 77


@cuda.jit("void(float32[:], float32[:])")
def guarded(a, out):
    """The right side of `and` is not evaluated when the left is false."""
    i = cuda.grid(1)
    if i < a.size and a[i] > 0 and a[i] < 4:
        out[i] = 1


@cuda.jit("void(int32[:], float64[:, :])")
def conditional(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = 1 if a[i] > 0 else -1
        out[1, i] = a[i] if a[i] > 0 else 0.5
        out[2, i] = 1 if a[i] > 3 else 2 if a[i] > 0 else 3
        out[3, i] = (1 if a[i] > 0 else 2) + (3 if a[i] > 3 else 4)


@cuda.jit("void(float64[:], int32[:], int32[:])")
def truth(a, b, out):
    """Numbers as conditions."""
    i = cuda.grid(1)
    if i < a.size:
        n = 0
        if a[i]:
            n += 1
        if b[i]:
            n += 2
        if not a[i]:
            n += 4
        while n > 5:
            n -= 1
        out[i] = n


@cuda.jit("void(uint32[:], uint8[:], boolean[:], boolean[:, :])")
def negated_unsigned(a, b, flags, out):
    """A negation stays in the operand's width: no number of it is below zero."""
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = flags[i] <= -a[i]
        out[1, i] = -a[i] > flags[i]
        out[2, i] = -b[i] > flags[i]
        out[3, i] = -a[i] < 3
        out[4, i] = ~b[i] >= flags[i]


def check(k, n=300):
    a, b = integers(n, np.int32, -10, 10, 1), integers(n, np.int32, -10, 10, 2)
    out = np.zeros((6, n), np.bool_)
    k.of_integers[blocks(n), THREADS](a, b, out)
    same(out, [a < b, a <= b, a == b, a != b, a > b, a >= b])

    k.chained[blocks(n), THREADS](a, b, out)
    inside = (-5 < a) & (a < 5)
    same(
        out,
        [
            inside,
            (a < b) & (b <= 7),
            (0 <= a) & (a < b) & (b < 9),
            (a == b) & (b == 3),
            (-9 < a) & (a != b),
            ~inside,
        ],
    )

    calls, once = np.zeros(n, np.int32), np.zeros(n, np.bool_)
    k.middle_once[blocks(n), THREADS](calls, once)
    i = np.arange(n)
    same(once, (2 < i) & (i < 5))
    same(calls, np.where(2 < i, 2, 1))

    s = integers(n, np.int64, -(2**63), 2**63 - 1, 3)
    s[::3] = 5
    u = integers(n, np.uint64, 0, 2**64 - 1, 4)
    u[::3] = 5
    out = np.zeros((3, n), np.bool_)
    k.across_signs[blocks(n), THREADS](s, u, out)
    x, y = s.astype(np.float64), u.astype(np.float64)
    same(out, [x < y, x == y, y > x])

    f = b / 2
    k.across_kinds[blocks(n), THREADS](a, f, out)
    same(out, [a < f, a == f, a >= 0.5])

    p, q = integers(n, np.int32, 0, 1, 5) > 0, integers(n, np.int32, 0, 1, 6) > 0
    out = np.zeros((6, n), np.bool_)
    k.logic[blocks(n), THREADS](p, q, out)
    same(out, [p & q, p | q, ~p, p ^ q, p == q, ~(p | q)])
    out = np.zeros((3, n), np.bool_)
    k.bitwise[blocks(n), THREADS](p, q, out)
    same(out, [p & q, p | q, p ^ q])

    zero = np.where(p, a, 0).astype(np.int32)
    out = np.zeros((3, n), np.int32)
    k.values_of_logic[blocks(n), THREADS](zero, b, out)
    same(out, [np.where(zero, b, zero), np.where(zero, zero, b), np.where(zero, zero, 77)])

    g, hits = a.astype(np.float32), np.zeros(n, np.float32)
    k.guarded[blocks(n), THREADS](g, hits)
    same(hits, (g > 0) & (g < 4))

    out = np.zeros((4, n))
    k.conditional[blocks(n), THREADS](a, out)
    sign = np.where(a > 0, 1, 2)
    same(
        out,
        [
            np.where(a > 0, 1, -1),
            np.where(a > 0, a, 0.5),
            np.where(a > 3, 1, np.where(a > 0, 2, 3)),
            sign + np.where(a > 3, 3, 4),
        ],
    )

    x, hits = np.where(p, 0.25, 0.0), np.zeros(n, np.int32)
    k.truth[blocks(n), THREADS](x, q.astype(np.int32), hits)
    same(hits, np.minimum(np.where(p, 1, 4) + 2 * q, 5))

    u, v = integers(n, np.uint32, 0, 5, 8), integers(n, np.uint8, 0, 255, 9)
    flags = integers(n, np.uint8, 0, 1, 10).astype(np.bool_)
    out = np.zeros((5, n), np.bool_)
    k.negated_unsigned[blocks(n), THREADS](u, v, flags, out)
    same(out, [flags <= -u, -u > flags, -v > flags, -u < 3, ~v >= flags])
