# An `import *` in a kernel.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    from math import *
    a[0] = 1
