# An argument that is given twice.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    a[0] = max(a[1], key=1, key=2)
