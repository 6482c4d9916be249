# A `nonlocal` without a function around.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    nonlocal total
    a[0] = 1
