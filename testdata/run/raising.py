"""`assert` and `raise` end the thread that meets them, and nobody hears of it."""

import numpy as np
from case import THREADS, blocks, same
from numba import cuda


@cuda.jit("float32(float32, int32)", device=True)
def at_most(value, limit):
    """The thread of the caller ends here, too."""
    if value > limit:
        raise ValueError("too large")
    return value + 1


@cuda.jit("void(float32[:], float32[:], int32)")
def in_device_function(x, out, limit):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = -1
        out[i] = at_most(x[i], limit)


@cuda.jit("void(int32[:], int32[:])")
def in_loop(x, out):
    i = cuda.grid(1)
    assert i < x.size
    for k in range(3):
        out[i] += 1
        if x[i] % 5 == k:
            raise IndexError
    out[i] += 100


@cuda.jit("void(int32[:])")
def before_a_barrier(out):
    """Those who are gone are not waited for."""
    i = cuda.grid(1)
    if i < out.size:
        out[i] = 1
    assert i % 3 != 0, "every third goes"
    cuda.syncthreads()
    if i < out.size:
        out[i] += 1


@cuda.jit("int32(int32)", device=True)
def not_written_yet(x):
    raise NotImplementedError("not yet")


@cuda.jit("void(int32[:])")
def dropped_result(out):
    i = cuda.grid(1)
    if i < out.size:
        if i % 2 == 0:
            not_written_yet(i)
        out[i] = 7


def check(k, n=100):
    x = np.arange(n, dtype=np.float32)
    out = np.zeros(n, np.float32)
    k.in_device_function[blocks(n), THREADS](x, out, 40)
    same(out, np.where(x > 40, -1, x + 1))

    numbers = np.arange(n, dtype=np.int32)
    out = np.zeros(n, np.int32)
    k.in_loop[blocks(n), THREADS](numbers, out)
    same(out, np.where(numbers % 5 < 3, numbers % 5 + 1, 103))

    out = np.zeros(n, np.int32)
    k.before_a_barrier[blocks(n), THREADS](out)
    same(out, np.where(numbers % 3 == 0, 1, 2))

    out = np.zeros(n, np.int32)
    k.dropped_result[blocks(n), THREADS](out)
    same(out, np.where(numbers % 2 == 0, 0, 7))
