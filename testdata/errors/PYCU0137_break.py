# A `break` in no loop.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    if a[0] > 1:
        break
