"""Scales a vector."""

from numba import cuda

FACTOR = 2


@cuda.jit("void(float32[:])")
def scale(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] *= FACTOR
