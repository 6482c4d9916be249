# An index behind the end of a tuple.
from numba import cuda


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    t = (n, n)
    a[0] = t[2]
