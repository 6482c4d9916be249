"""Loads and stores with hints for the caches, and exchanges of small integers and of floats."""

import numpy as np
from case import THREADS, blocks, integers, rng, same
from numba import cuda

FIXED_LAUNCH = ("counted",)


@cuda.jit(
    [
        "void(int8[:], int8[:, :])",
        "void(uint16[:], uint16[:, :])",
        "void(int32[:], int32[:, :])",
        "void(uint64[:], uint64[:, :])",
        "void(float32[:], float32[:, :])",
        "void(float64[:], float64[:, :])",
    ]
)
def hinted(a, out):
    i = cuda.grid(1)
    if i < a.size:
        cuda.stcg(out, (0, i), cuda.ldca(a, i))
        cuda.stcs(out, (1, i), cuda.ldcg(a, i))
        cuda.stwb(out, (2, i), cuda.ldcs(a, (i,)))
        cuda.stwt(out, (-1, i), cuda.ldcv(a, i - a.size))
        out[3, i] = cuda.ldlu(a, i)


@cuda.jit("void(float64[:, :], float32[:])")
def converted(a, out):
    i = cuda.grid(1)
    if i < out.size:
        cuda.stcg(out, i, cuda.ldcg(a, (i, 0)) + 1)


@cuda.jit(
    [
        "void(int8[:], int8[:, :])",
        "void(uint8[:], uint8[:, :])",
        "void(int16[:], int16[:, :])",
        "void(uint16[:], uint16[:, :])",
        "void(float32[:], float32[:, :])",
        "void(float64[:], float64[:, :])",
    ]
)
def exchanges(slots, out):
    i = cuda.grid(1)
    if i < slots.size:
        out[0, i] = cuda.atomic.exch(slots, i, i % 50)
        out[1, i] = cuda.atomic.cas(slots, i, i % 50, 100)
        out[2, i] = cuda.atomic.cas(slots, i, i % 50, 101)


@cuda.jit("void(int16[:])")
def counted(total):
    """A sum of small integers, as a loop of exchanges."""
    old = cuda.atomic.cas(total, 0, 0, 0)
    while True:
        found = cuda.atomic.cas(total, 0, old, old + 1)
        if found == old:
            break
        old = found


def check(k, n=1000):
    for dtype in (np.int8, np.uint16, np.int32, np.uint64, np.float32, np.float64):
        if np.dtype(dtype).kind == "f":
            a = rng(1).normal(0, 1, n).astype(dtype)
        else:
            a = integers(n, dtype, np.iinfo(dtype).min, np.iinfo(dtype).max, 1)
        out = np.zeros((5, n), dtype)
        k.hinted[blocks(n), THREADS](a, out)
        same(out, np.broadcast_to(a, (5, n)))

    x, out = rng(2).normal(0, 1, (n, 2)), np.zeros(n, np.float32)
    k.converted[blocks(n), THREADS](x, out)
    same(out, (x[:, 0] + 1).astype(np.float32))

    for dtype in (np.int8, np.uint8, np.int16, np.uint16, np.float32, np.float64):
        before = (np.arange(n) % 90).astype(dtype)
        slots, out = before.copy(), np.zeros((3, n), dtype)
        k.exchanges[blocks(n), THREADS](slots, out)
        same(out, [before, np.arange(n) % 50, np.full(n, 100)])
        same(slots, 100)

    total = np.array([5, -7], np.int16)
    k.counted[4, 64](total)
    same(total, [5 + 256, -7])
