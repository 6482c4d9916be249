# Two starred targets.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    *x, *y = 1, 2, 3
