"""Variables of loops: types that grow from turn to turn, of a variable and of what stands inside a
sum; what a `:=` of a generator sets."""

import numpy as np
from case import THREADS, blocks, integers, same
from numba import cuda

LAST = 2


@cuda.jit("void(uint32[:], uint32[:], float64[:])")
def product_and_one(a, b, out):
    """The product is uint64 before `s` is int64, and float64 once it is both."""
    i = cuda.grid(1)
    if i < a.size:
        s = a[i]
        for _ in range(4):
            s = s * b[i] + 1
        out[i] = s


@cuda.jit("void(uint32[:], uint32[:], float64[:])")
def named_product(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        s = a[i]
        for _ in range(4):
            t = s * b[i]
            s = t + 1
        out[i] = s


@cuda.jit("void(uint8[:], uint8[:], int64[:, :])")
def number_at_the_end(a, b, out):
    """A number that the end of a turn assigns is an int64 from the first turn on."""
    i = cuda.grid(1)
    if i < a.size:
        x = a[i]
        for k in range(3):
            out[k, i] = (x + b[i]) & 0xFFF
            x = LAST
        y = a[i]
        while y != -2:
            out[3, i] = y - b[i]
            y = -2


@cuda.jit("void(uint32[:], float32[:], float64[:, :])")
def behind_the_loop(a, b, out):
    """What stands behind a loop is typed before its variables have grown, too."""
    i = cuda.grid(1)
    if i < a.size:
        s = a[i]
        x = b[i]
        for k in range(2):
            for _ in range(2):
                s = -s + k
                x = x * b[i] + s
        out[0, i] = s * a[i] + 1
        out[1, i] = x * b[i]


@cuda.jit("void(int64[:], int64[:], int64[:, :])")
def set_in_generators(a, ends, out):
    """What a `:=` of a generator sets keeps its value where there is no turn."""
    i = cuda.grid(1)
    if i < a.size:
        part = ends[: i % 4]
        m = a[i]
        out[0, i] = any((m := v) > 3 for v in part)
        out[1, i] = m
        w = a[i]
        if i > 2 and all((w := v) < 9 for v in part if v != 2):
            out[2, i] = 1
        out[3, i] = w
        t = a[i]
        out[4, i] = sum((t := t + v) for v in part)
        out[5, i] = t


def set_in_python(i, first, ends):
    part = ends[: i % 4]
    m = w = t = first
    found = any((m := v) > 3 for v in part)
    every = i > 2 and all((w := v) < 9 for v in part if v != 2)
    total = sum((t := t + v) for v in part)
    return [found, m, every, w, total, t]


def check(k, n=200):
    a = integers(n, np.uint32, 2**31, 2**32 - 1, 1)
    b = integers(n, np.uint32, 2**20, 2**22, 2)
    expected = a.astype(np.float64)
    for _ in range(4):
        expected = expected * b + 1.0
    out = np.zeros(n)
    k.product_and_one[blocks(n), THREADS](a, b, out)
    same(out, expected)
    out = np.zeros(n)
    k.named_product[blocks(n), THREADS](a, b, out)
    same(out, expected)

    a, b = integers(n, np.uint8, 0, 255, 3), integers(n, np.uint8, 0, 255, 4)
    out = np.zeros((4, n), np.int64)
    k.number_at_the_end[blocks(n), THREADS](a, b, out)
    first, second = a.astype(np.int64), b.astype(np.int64)
    same(out, [first + second, 2 + second, 2 + second, first - second])

    a = integers(n, np.uint32, 0, 99, 5)
    x = np.linspace(0, 1, n, dtype=np.float32)
    out = np.zeros((2, n))
    k.behind_the_loop[blocks(n), THREADS](a, x, out)
    s, y = a.astype(np.float64), x.astype(np.float64)
    for turn in range(2):
        for _ in range(2):
            s = -s + turn
            y = y * x + s
    same(out, [s * a + 1.0, y * x])

    a, ends = integers(n, np.int64, -9, 9, 6), np.array([2, 5, 11])
    out = np.zeros((6, n), np.int64)
    k.set_in_generators[blocks(n), THREADS](a, ends, out)
    numbers = ends.tolist()
    rows = [set_in_python(i, first, numbers) for i, first in enumerate(a.tolist())]
    same(out, np.array(rows, np.int64).reshape(n, 6).T)
