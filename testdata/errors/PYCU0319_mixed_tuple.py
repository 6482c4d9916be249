# A tuple of several types and an index that varies.
from numba import cuda


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    t = (1, a[0])
    a[0] = t[n]
