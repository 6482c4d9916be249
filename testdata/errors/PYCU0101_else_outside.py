# A clause that has left its statement, and the kernel with it.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    if a[0] > 1:
        a[0] = 2
else:
    a[0] = 3
