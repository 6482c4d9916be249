# A statement of Python 2.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    a[0] = 1
    print a[0]
