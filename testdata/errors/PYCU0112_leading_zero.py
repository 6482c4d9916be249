# An octal number of Python 2.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    a[0] = 0777
