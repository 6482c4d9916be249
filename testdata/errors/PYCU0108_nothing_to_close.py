# A bracket too many.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    a[0] = a[1])
