# Two underscores in a row.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    a[0] = 1__0
