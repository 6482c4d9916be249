"""Fences order what a thread writes; `nanosleep` lets others go on. Neither changes a value."""
import numpy as np
from case import THREADS, blocks, same
from numba import cuda


@cuda.jit("void(int32[:], int32[:])")
def fenced(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = x[i] * 2
        cuda.threadfence_block()
        out[i] += 1
        cuda.threadfence()
        cuda.nanosleep(100)
        out[i] += 1
        cuda.threadfence_system()


def check(k, n=100):
    x = np.arange(n, dtype=np.int32)
    out = np.zeros(n, np.int32)
    k.fenced[blocks(n), THREADS](x, out)
    same(out, 2 * x + 2)
