# A parameter without a default behind one with a default.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a=1, b):
    a[0] = 1
