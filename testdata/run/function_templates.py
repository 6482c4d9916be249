"""Kernels and functions of several dtypes, whose texts are templates in C++."""

import math

import numpy as np
from numba import cuda, float64

BLOCK = 64
FIXED_LAUNCH = ("block_sums",)


# One text for all: conversions that only some need, numbers and functions of either precision.
@cuda.jit(device=True)
def clamped(x, low, high):
    if x < low:
        return low
    return min(x, high)


@cuda.jit(device=True)
def norm_of(x, y):
    return math.sqrt(x * x + y * y)


# Types that a call has to say: the function only sees arrays.
@cuda.jit(device=True)
def row_sum(a, row):
    total = a.dtype.type(0)
    for j in range(a.shape[1]):
        total += a[row, j]
    return total


@cuda.jit(["void(float32[:, :], float32[:])", "void(float64[:, :], float64[:])", "void(int32[:, :], int32[:])"])
def row_sums(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = row_sum(a, i)


@cuda.jit(["void(float32[:], float32[:], float32[:])", "void(float64[:], float64[:], float64[:])"])
def lengths(x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = clamped(norm_of(x[i], y[i]) * 0.5, 0.25, 1.5)


@cuda.jit(["void(int32, float32[:], float64[:])", "void(int32, float64[:], float64[:])"])
def widened(n, x, out):
    """The product is double for either."""
    i = cuda.grid(1)
    if i < n:
        out[i] = (x[i] + 1.0) * math.sqrt(float64(x[i])) + n // 3


@cuda.jit(["void(float32[:], float32[:])", "void(float64[:], float64[:])"])
def block_sums(x, out):
    shared = cuda.shared.array(BLOCK, x.dtype)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    shared[t] = x[i] if i < x.size else x.dtype.type(0)
    cuda.syncthreads()
    half = BLOCK // 2
    while half > 0:
        if t < half:
            shared[t] += shared[t + half]
        cuda.syncthreads()
        half //= 2
    if t == 0:
        out[cuda.blockIdx.x] = shared[0]


# A recursive one, and one that is called before it stands in the text.
@cuda.jit(["float32(float32, int32)", "float64(float64, int32)"], device=True)
def halved(x, times):
    if times == 0:
        return x
    return halved(x * type(x)(0.5), times - 1)


@cuda.jit(["void(float32[:])", "void(float64[:])"])
def halve_all(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = halved(x[i], 3)


# The names of the template's parameters are taken.
@cuda.jit(["void(float32[:], float32)", "void(float64[:], float64)"])
def shifted(T, U):
    i = cuda.grid(1)
    if i < T.size:
        T[i] += U


# Of three specialisations two are one template, and the third means something else by its text.
@cuda.jit(["void(int32[:], int32[:])", "void(float32[:], float32[:])", "void(float64[:], float64[:])"])
def thirds(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = x[i] / 3


# A function of kernels with int indices, and of one without: there is one template of it.
@cuda.jit(device=True)
def negative(v):
    return -v


@cuda.jit(["void(float32[:], float32[:])", "void(float64[:], float64[:])"])
def negatives(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = negative(x[i])


@cuda.jit(["void(int16[::1])", "void(int32[::1])", "void(int64[::1])"])
def opposites(x):
    i = cuda.grid(1)
    flat = x.reshape(x.size, 1)
    if i < x.size:
        flat[i, 0] = negative(flat[i, 0])


def blocks(n):
    return max((n + BLOCK - 1) // BLOCK, 1)


def check_precision(k, n, dtype):
    rng = np.random.default_rng(5)
    x = rng.random(n).astype(dtype) * dtype(4)
    y = rng.random(n).astype(dtype) * dtype(4)
    out = np.zeros(n, dtype)
    k.lengths[blocks(n), BLOCK](x, y, out)
    expected = np.clip(np.sqrt(x * x + y * y).astype(np.float64) * 0.5, 0.25, 1.5)
    np.testing.assert_allclose(out, expected.astype(dtype), rtol=1e-6)
    sums = np.zeros(blocks(n), dtype)
    k.block_sums[blocks(n), BLOCK](x, sums)
    padded = np.zeros(blocks(n) * BLOCK, dtype)
    padded[:n] = x
    np.testing.assert_allclose(sums, padded.reshape(-1, BLOCK).sum(axis=1), rtol=1e-5)
    values = x.copy()
    k.halve_all[blocks(n), BLOCK](values)
    np.testing.assert_array_equal(values, x / 8)
    k.shifted[blocks(n), BLOCK](values, dtype(2))
    np.testing.assert_array_equal(values, x / 8 + dtype(2))
    out = np.zeros(n)
    k.widened[blocks(n), BLOCK](np.int32(n), x, out)
    wide = x.astype(np.float64)
    np.testing.assert_allclose(out, (wide + 1.0) * np.sqrt(wide) + n // 3)


def check(k, n=200):
    for dtype in (np.float32, np.float64):
        check_precision(k, n, dtype)
    for dtype in (np.float32, np.float64, np.int32):
        a = (np.arange(n * 7).reshape(n, 7) % 11).astype(dtype)
        out = np.zeros(n, dtype)
        k.row_sums[blocks(n), BLOCK](a, out)
        np.testing.assert_array_equal(out, a.sum(axis=1).astype(dtype))
        x = np.arange(n).astype(dtype)
        k.thirds[blocks(n), BLOCK](x, out)
        np.testing.assert_array_equal(out, (x.astype(np.float64) / 3).astype(dtype))
    for dtype in (np.float32, np.float64):
        x = np.arange(n).astype(dtype)
        out = np.zeros(n, dtype)
        k.negatives[blocks(n), BLOCK](x, out)
        np.testing.assert_array_equal(out, -x)
    for dtype in (np.int16, np.int32, np.int64):
        x = np.arange(n).astype(dtype)
        k.opposites[blocks(n), BLOCK](x)
        np.testing.assert_array_equal(x, -np.arange(n).astype(dtype))
