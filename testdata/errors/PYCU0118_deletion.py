# A deletion of a sum.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    del a[0] + 1
