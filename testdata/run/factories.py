"""Kernels that functions make: each call freezes its arguments."""

import numpy as np
from case import THREADS, blocks, rng, same
from numba import cuda, float32, float64, void

FIXED_LAUNCH = ("reverse32", "reverse64")


def make_power(n, bias=0.0):
    """One kernel for each exponent."""
    offset = bias * 2

    @cuda.jit(device=True)
    def multiply(x, y):
        return x * y

    @cuda.jit("void(float64[:], float64[:])")
    def power(a, out):
        i = cuda.grid(1)
        if i < a.size:
            value = 1.0
            for _ in range(n):
                value = multiply(value, a[i])
            out[i] = value + offset

    return power


square = make_power(2)
cube = make_power(3, bias=0.25)


def make_typed(dtype, size):
    @cuda.jit(void(dtype[:], dtype[:]))
    def reversed_in_block(a, out):
        tile = cuda.shared.array(size, dtype)
        t = cuda.threadIdx.x
        i = cuda.grid(1)
        if i < a.size:
            tile[t] = a[i]
        cuda.syncthreads()
        if i < a.size:
            out[i] = tile[min(size, a.size - cuda.blockIdx.x * size) - 1 - t]

    return reversed_in_block


reverse32, reverse64 = make_typed(float32, 32), make_typed(float64, 32)


def make_map(op, *more):
    def kernel(a, out):
        i = cuda.grid(1)
        if i < a.size:
            out[i] = op(a[i]) * len(more)

    return cuda.jit("void(float64[:], float64[:])")(kernel)


@cuda.jit(device=True)
def half_of(x):
    return x / 2


halved = make_map(half_of, 1, 2)
negated = make_map(cuda.jit(device=True)(lambda x: -x), 1)


def pick(fast):
    @cuda.jit("void(float64[:], float64[:])")
    def slow_one(a, out):
        i = cuda.grid(1)
        if i < a.size:
            out[i] = a[i] + 1

    @cuda.jit("void(float64[:], float64[:])")
    def fast_one(a, out):
        i = cuda.grid(1)
        if i < a.size:
            out[i] = a[i] + 2

    if fast:
        return fast_one
    return slow_one


picked = pick(True)


def _axpy(a, x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] += a * x[i]


axpy = cuda.jit("void(float32, float32[:], float32[:])")(_axpy)
axpy64 = cuda.jit("void(float64, float64[:], float64[:])")(_axpy)


def check(k, n=90):
    a = rng(1).uniform(-2, 2, n)
    grid = blocks(n), THREADS
    for name, expected in (
        ("square", 1.0 * a * a),
        ("cube", 1.0 * a * a * a + 0.5),
        ("halved", a / 2 * 2),
        ("negated", -a),
        ("picked", a + 2),
    ):
        out = np.zeros(n)
        k[name][grid](a, out)
        same(out, expected)
    for name, dtype in (("reverse32", np.float32), ("reverse64", np.float64)):
        x = a.astype(dtype)
        out = np.zeros(n, dtype)
        k[name][blocks(n, 32), 32](x, out)
        tiles = [x[i : i + 32][::-1] for i in range(0, n, 32)]
        same(out, np.concatenate([*tiles, out[:0]]))
    y = np.ones(n, np.float32)
    k.axpy[grid](2.0, a.astype(np.float32), y)
    same(y, 1 + np.float32(2) * a.astype(np.float32))
    y = np.ones(n)
    k.axpy64[grid](2.0, a, y)
    same(y, 1 + 2 * a)
