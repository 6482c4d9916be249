# An assignment to what a function returns.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    max(a[0], 1) = 2
