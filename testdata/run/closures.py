"""Functions inside device code, and functions that device functions get as arguments."""

import math
import operator

import numpy as np
from case import THREADS, blocks, integers, rng, same
from numba import cuda

SCALE = 3


@cuda.jit("void(float64[:], float64[:, :])")
def nested(a, out):
    i = cuda.grid(1)
    if i >= a.size:
        return
    gain = a[i] * 2

    def square(v):
        """Captures nothing."""
        w = v * v
        return w

    def amplified(v, offset=0.5):
        # the gain of the moment of the call
        return square(v) * gain + offset

    half = lambda v: v / 2  # noqa: E731
    out[0, i] = square(a[i])
    out[1, i] = amplified(3)
    gain = 10.0
    out[2, i] = amplified(a[i], offset=1)
    out[3, i] = half(half(a[i])) + square(i)


@cuda.jit("void(int32[:], int64[:, :])")
def set_from_further_in(a, out):
    """Variables of a function two and three levels up, beside one of the same name between."""
    i = cuda.grid(1)
    if i >= a.size:
        return
    sum_of = 0
    rounds = 1

    def twice(v):
        rounds = 100

        def once(w):
            nonlocal sum_of, rounds
            sum_of = sum_of + w
            rounds = rounds + 1

        once(v)
        once(v)
        return rounds

    def around(v):
        def between(w):
            def inside(x):
                nonlocal rounds
                rounds += x
                return rounds

            return inside(w) + inside(w)

        return between(v) * 2

    out[0, i] = twice(a[i])
    out[1, i] = around(a[i])
    out[2, i] = sum_of
    out[3, i] = rounds


@cuda.jit(device=True)
def left_by_a_count(v):
    """Every assignment of the function's own is of 0, and a call sets something else."""
    n = 0

    def more(y):
        nonlocal n
        n += y
        return n

    while more(1) < 30:
        if n > 10:
            break
    total = n
    n = 0
    return total * 1000 + more(v)


@cuda.jit("void(int32[:], int64[:])")
def counts(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = left_by_a_count(a[i])


@cuda.jit("void(int32[:], int64[:, :])")
def counters(a, out):
    """`nonlocal` in straight lines, branches and loops; one or two variables; with a result."""
    i = cuda.grid(1)
    if i >= a.size:
        return
    total = 0
    calls = 0

    def add(v):
        nonlocal total
        total = total + v

    def count(v):
        nonlocal calls, total
        calls += 1
        if v < 0:
            return 0
        total -= 1
        return v

    add(a[i])
    for k in range(5):
        if k % 2 == 0:
            add(k)
        add(count(a[i] - k))
    out[0, i] = total
    out[1, i] = calls
    out[2, i] = count(7) + total


@cuda.jit("void(int32[:], int32[:, :])")
def writes_captured_arrays(a, out):
    i = cuda.grid(1)
    if i >= a.size:
        return
    row = 0

    def put(value):
        out[row, i] = value

    put(a[i])
    row = 1
    put(a[i] + 1)

    def descend(n):
        """A nested function may call itself."""
        if n <= 0:
            return 0
        return n + descend(n - 1)

    out[2, i] = descend(i % 7)


@cuda.jit(device=True)
def add(x, y):
    return x + y


@cuda.jit(device=True)
def scaled(x, y):
    return x * SCALE - y


@cuda.jit(device=True)
def fold(f, a, start):
    """Compiled once for each function it gets."""
    value = start
    for k in range(a.size):
        value = f(value, a[k])
    return value


@cuda.jit(device=True)
def twice(f, x, y):
    return fold(f, y, x) + f(x, x)


@cuda.jit("void(float64[:], float64[:, :])")
def passed(a, out):
    i = cuda.grid(1)
    if i >= a.size:
        return
    weight = a[i] + 1
    out[0, i] = fold(add, a, 0)
    out[1, i] = fold(scaled, a, weight)
    out[2, i] = fold(max, a, -100.0)
    out[3, i] = fold(operator.sub, a, 1.0)
    out[4, i] = fold(lambda x, y: 0.5 * x + weight * y, a, 0.0)
    out[5, i] = twice(lambda x, y: math.fmod(x + y, weight), a[i], a)


FAST = True


@cuda.jit("void(float64[:], float64[:])")
def chosen(a, out):
    i = cuda.grid(1)
    if i >= a.size:
        return
    if FAST:
        f = add
    else:
        f = scaled
    g = f if SCALE > 2 else scaled
    h = (lambda x: -x) if FAST else (lambda x: x)
    out[i] = h(g(a[i], 1))


@cuda.jit(device=True)
def total(first, *rest):
    s = first
    for k in range(len(rest)):
        s += rest[k]
    return s


@cuda.jit(device=True)
def next_and_double(x):
    return x + 1, x * 2


@cuda.jit(device=True)
def filled(shape, dtype, value):
    """A type as an argument."""
    return dtype(value) * shape


@cuda.jit("void(int32[:], int64[:, :])")
def starred(a, out):
    i = cuda.grid(1)
    if i >= a.size:
        return
    t = (a[i] + 0, 2, 3)
    out[0, i] = total(*t)
    out[1, i] = total(1, *t, 5)
    out[2, i] = total(*next_and_double(a[i]))
    out[3, i] = total(a[i], 0)
    out[4, i] = filled(2, np.int8, a[i])


@cuda.jit(device=True)
def marked(a, i):
    a[i] += 1
    return a


@cuda.jit("void(int32[:])")
def returned_array(a):
    i = cuda.grid(1)
    if i < a.size:
        b = marked(a, i)
        b[i] *= 2


@cuda.jit(device=True)
def ends_even(n):
    if n == 0:
        return True
    return ends_odd(n - 1)


@cuda.jit(device=True)
def ends_odd(n):
    if n == 0:
        return False
    return ends_even(n - 1)


@cuda.jit(device=True)
def climbs(n):
    """Calls before it says what it returns, and the other's result widens its own."""
    if n > 0:
        return falls(n - 1)
    return 1


@cuda.jit(device=True)
def falls(n):
    if n > 0:
        return climbs(n - 1)
    return 0.5


@cuda.jit(device=True)
def branches(n):
    if n > 1:
        return twigs(n - 1)
    return 1


@cuda.jit(device=True)
def twigs(n):
    """Calls itself, too, before the other has a result."""
    if n > 9:
        return branches(n - 1)
    if n > 2:
        return twigs(n - 2) + twigs(n - 3)
    return 0.5


@cuda.jit("void(int32[:], float64[:, :])")
def mutual_widened(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = climbs(abs(a[i]))
        out[1, i] = branches(a[i] + 5)


@cuda.jit("void(int32[:], boolean[:])")
def mutual(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = ends_even(abs(a[i]))


def python_branches(n):
    return python_twigs(n - 1) if n > 1 else 1.0


def python_twigs(n):
    if n > 9:
        return python_branches(n - 1)
    return python_twigs(n - 2) + python_twigs(n - 3) if n > 2 else 0.5


def check(k, n=70):
    a = rng(1).uniform(-4, 4, n)
    grid = blocks(n), THREADS
    out = np.zeros((4, n))
    k.nested[grid](a, out)
    same(out, [a * a, 9 * (a * 2) + 0.5, a * a * 10 + 1, a / 4 + np.arange(n, dtype=float) ** 2])

    x = integers(n, np.int32, -5, 10, 2)
    out = np.zeros((3, n), np.int64)
    k.counters[grid](x, out)
    expected = np.zeros((3, n), np.int64)
    for i, v in enumerate(x.tolist()):
        sum_of, calls = v, 0
        for j in range(5):
            sum_of += j if j % 2 == 0 else 0
            calls += 1
            if v - j >= 0:
                sum_of += v - j - 1
        expected[:, i] = sum_of, calls, 7 + sum_of - 1
    same(out, expected)

    out = np.zeros(n, np.int64)
    k.counts[grid](x, out)
    same(out, 11000 + x.astype(np.int64))

    out = np.zeros((4, n), np.int64)
    k.set_from_further_in[grid](x, out)
    v = x.astype(np.int64)
    same(out, [np.full(n, 102), 2 * ((1 + v) + (1 + 2 * v)), 2 * v, 1 + 2 * v])

    out = np.zeros((3, n), np.int32)
    k.writes_captured_arrays[grid](x, out)
    m = np.arange(n) % 7
    same(out, [x, x + 1, m * (m + 1) // 2])

    a = rng(3).uniform(-4, 4, 9)
    out = np.zeros((6, 9))
    k.passed[blocks(9), THREADS](a, out)
    expected = np.zeros((6, 9))
    for i, v in enumerate(a.tolist()):
        w = v + 1
        fold = [0.0, w, -100.0, 1.0, 0.0, v]
        for y in a.tolist():
            fold[0] += y
            fold[1] = fold[1] * 3 - y
            fold[2] = max(fold[2], y)
            fold[3] -= y
            fold[4] = 0.5 * fold[4] + w * y
            fold[5] = np.fmod(fold[5] + y, w)
        fold[5] += np.fmod(v + v, w)
        expected[:, i] = fold
    same(out, expected)

    out = np.zeros(9)
    k.chosen[blocks(9), THREADS](a, out)
    same(out, -(a + 1))

    out = np.zeros((5, n), np.int64)
    k.starred[grid](x, out)
    x = x.astype(np.int64)
    same(out, [x + 5, x + 11, 3 * x + 1, x, x * 2])

    x = integers(n, np.int32, -5, 10, 2)
    got = x.copy()
    k.returned_array[grid](got)
    same(got, (x + 1) * 2)

    out = np.zeros(n, bool)
    k.mutual[grid](x, out)
    same(out, x % 2 == 0)
    out = np.zeros((2, n))
    k.mutual_widened[grid](x, out)
    same(out[0], np.where(x % 2 == 0, 1, 0.5))
    same(out[1], [python_branches(v + 5) for v in x.tolist()])
