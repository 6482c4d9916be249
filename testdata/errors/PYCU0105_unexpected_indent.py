# A block that nothing opened.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    a[0] = 1
        a[1] = 2
