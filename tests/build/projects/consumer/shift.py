"""Shifts a vector; its types stand in CMakeLists.txt."""

from numba import cuda


@cuda.jit
def shift(a, by):
    i = cuda.grid(1)
    if i < a.size:
        a[i] += by
