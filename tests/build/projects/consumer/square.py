"""Squares a vector; its types stand in square.sigs.toml."""

from numba import cuda


@cuda.jit
def square(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = a[i] * a[i]
