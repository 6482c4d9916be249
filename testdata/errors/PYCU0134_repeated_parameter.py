# Two parameters of one name.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a, a):
    a[0] = 1
