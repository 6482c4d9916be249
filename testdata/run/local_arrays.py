"""Local arrays: every thread has its own, of any type and rank."""
import numpy as np
from case import THREADS, blocks, integers, rng, same
from numba import cuda, float64, int32

SIZE = 7
DEGREE = (3, 3)


@cuda.jit("void(int32[:, :], int32[:, :])")
def sorted_rows(a, out):
    i = cuda.grid(1)
    if i < a.shape[0]:
        row = cuda.local.array(SIZE, int32)
        for j in range(SIZE):
            value = a[i, j]
            m = j
            while m > 0 and row[m - 1] > value:
                row[m] = row[m - 1]
                m -= 1
            row[m] = value
        for j in range(SIZE):
            out[i, j] = row[j]


@cuda.jit("void(float64[:], float64[:])")
def matrix_power(x, out):
    """The third power of a 3 x 3 matrix, entry (0, 0)."""
    i = cuda.grid(1)
    if i < x.size:
        m = cuda.local.array(DEGREE, float64)
        p = cuda.local.array(shape=(3, 3), dtype=np.float64)
        t = cuda.local.array((3, 3), np.float64)
        for r in range(3):
            for c in range(3):
                m[r, c] = x[i] + r - c
                p[r, c] = m[r, c]
        for _ in range(2):
            for r in range(3):
                for c in range(3):
                    total = 0.0
                    for e in range(3):
                        total += p[r, e] * m[e, c]
                    t[r, c] = total
            for r in range(3):
                for c in range(3):
                    p[r, c] = t[r, c]
        out[i] = p[0, 0]


@cuda.jit(device=True)
def fill(a, start):
    for j in range(len(a)):
        a[j] = start + j


@cuda.jit(device=True)
def total(a):
    result = 0
    for j in range(a.size):
        result += a[-1 - j]
    return result


@cuda.jit("void(int64[:])")
def passed_on(out):
    """Device functions take local arrays."""
    i = cuda.grid(1)
    if i < out.size:
        a = cuda.local.array(5, np.int16)
        fill(a, i % 1000)
        out[i] = total(a) + a.shape[0]


@cuda.jit(device=True)
def ends(a):
    return a[0], a[a.size - 1]


@cuda.jit(device=True)
def numbers_of_it(i):
    """Numbers of a local array outlive it, however they are handed on."""
    a = cuda.local.array(3, int32)
    for j in range(a.size):
        a[j] = i + j
    both = ends(a)
    return both, (a[1], ends(a))


@cuda.jit("void(int64[:, :])")
def from_local_memory(out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        (first, last), (middle, (again, _)) = numbers_of_it(i)
        out[i, 0] = first
        out[i, 1] = last
        out[i, 2] = middle
        out[i, 3] = again


@cuda.jit("void(uint8[:], int32[:, :])")
def histograms(a, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        bins = cuda.local.array(4, np.uint8)
        for j in range(4):
            bins[j] = 0
        for j in range(i, a.size, out.shape[0]):
            bins[a[j] & 3] += 1
        for j in range(4):
            out[i, j] = bins[j]


def check(k, n=100):
    a = integers(SIZE * n, np.int32, -99, 99, 1).reshape(n, SIZE)
    out = np.zeros_like(a)
    k.sorted_rows[blocks(n), THREADS](a, out)
    same(out, np.sort(a, axis=1))

    x = np.round(rng(2).uniform(-9, 9, n))
    out = np.zeros(n)
    k.matrix_power[blocks(n), THREADS](x, out)
    offset = np.subtract.outer(np.arange(3), np.arange(3))
    same(out, [np.linalg.matrix_power(int(v) + offset, 3)[0, 0] for v in x])

    out = np.zeros(n, np.int64)
    k.passed_on[blocks(n), THREADS](out)
    same(out, 5 * (np.arange(n) % 1000) + 10 + 5)

    out = np.zeros((n, 4), np.int64)
    k.from_local_memory[blocks(n), THREADS](out)
    same(out, np.arange(n)[:, None] + [0, 2, 1, 0])

    b, out = integers(10 * n, np.uint8, 0, 255, 3), np.zeros((n, 4), np.int32)
    k.histograms[blocks(n), THREADS](b, out)
    rows = (b & 3).reshape(10, n).T
    same(out, [[(row == v).sum() for v in range(4)] for row in rows] if n else out)
