# A generator expression beside another argument.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    a[0] = max(i for i in range(3), 1)
