# An index that is a float.
from numba import cuda


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    a[n / 2] = 0
