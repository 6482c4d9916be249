"""Layouts C, F and A in every rank; arrays of every type; what each signature takes."""
import numpy as np
from case import THREADS, blocks, integers, rng, same
from numba import cuda


@cuda.jit("void(float32[::1], float32[::1])")
def c1(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i] + 1


@cuda.jit("void(float64[:, ::1], float64[::1, :], float64[:, :])")
def c_f_and_a(a, b, out):
    j, i = cuda.grid(2)
    if i < a.shape[0] and j < a.shape[1]:
        out[i, j] = a[i, j] * 10 + b[i, j]


@cuda.jit("void(int32[:, :, ::1], int32[::1, :, :], int32[:, :, :])")
def rank_three(a, b, out):
    m, j, i = cuda.grid(3)
    if i < a.shape[0] and j < a.shape[1] and m < a.shape[2]:
        out[i, j, m] = a[i, j, m] - b[i, j, m]


@cuda.jit("void(int16[:, :, :, :], int16[:, :, :, ::1])")
def rank_four(a, out):
    i = cuda.grid(1)
    if i < a.shape[0]:
        for j in range(a.shape[1]):
            for m in range(a.shape[2]):
                for p in range(a.shape[3]):
                    out[i, j, m, p] = a[i, j, m, p] * 2


@cuda.jit("void(float32[:, :], int64[:])")
def attributes(a, out):
    if cuda.grid(1) == 0:
        out[0] = a.shape[0]
        out[1] = a.shape[1]
        out[2] = a.size
        out[3] = a.ndim
        out[4] = len(a)
        out[5] = a.itemsize


@cuda.jit("void(Array(float64, 1, 'C', readonly=True), float64[:])")
def readonly(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i] * 2


@cuda.jit(
    [
        "void(boolean[:], boolean[:])",
        "void(int8[:], int8[:])",
        "void(int16[:], int16[:])",
        "void(int32[:], int32[:])",
        "void(int64[:], int64[:])",
        "void(uint8[:], uint8[:])",
        "void(uint16[:], uint16[:])",
        "void(uint32[:], uint32[:])",
        "void(uint64[:], uint64[:])",
        "void(float32[:], float32[:])",
        "void(float64[:], float64[:])",
    ]
)
def copied(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i]


@cuda.jit("void(float64[:, :], float64[:])")
def row_sums(a, out):
    i = cuda.grid(1)
    if i < a.shape[0]:
        total = 0.0
        for j in range(a.shape[1]):
            total += a[i, j]
        out[i] = total


def check(k, n=70):
    x = rng(1).uniform(0, 1, n).astype(np.float32)
    out = np.zeros(n, np.float32)
    k.c1[blocks(n), THREADS](x, out)
    same(out, x + np.float32(1))

    a, b = rng(2).uniform(0, 1, (2, 5, n))
    out = np.zeros((5, n))
    k.c_f_and_a[(blocks(n), 1), (THREADS, 8)](a, np.asfortranarray(b), out)
    same(out, a * 10 + b)

    a, b = integers(24 * n, np.int32, -99, 99, 3).reshape(2, 3, 4, n)
    out = np.zeros((3, 4, n), np.int32)
    k.rank_three[(blocks(n), 1, 1), (THREADS, 4, 4)](a, np.asfortranarray(b), out)
    same(out, a - b)

    a = integers(24 * n, np.int16, -99, 99, 4).reshape(n, 2, 3, 4)
    out = np.zeros_like(a)
    k.rank_four[blocks(n), THREADS](a, out)
    same(out, a * 2)

    out = np.zeros(6, np.int64)
    k.attributes[1, 32](np.zeros((n, 3), np.float32), out)
    same(out, [n, 3, 3 * n, 2, n, 4])

    x, out = rng(5).uniform(0, 1, n), np.zeros(n)
    x.flags.writeable = False
    k.readonly[blocks(n), THREADS](x, out)
    same(out, x * 2)

    for dtype in "?bhilBHILfd":
        a = rng(6).integers(0, 100, n).astype(dtype)
        out = np.zeros(n, dtype)
        k.copied[blocks(n), THREADS](a, out)
        same(out, a)

    a, out = rng(7).integers(0, 100, (n, 6)).astype(np.float64), np.zeros(n)
    k.row_sums[blocks(n), THREADS](a, out)
    same(out, a.sum(axis=1))
