# An item of a tuple that is set.
from numba import cuda


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    t = (n, n)
    t[0] = 1
    a[0] = t[0]
