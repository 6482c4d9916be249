# A kernel that returns a number.
from numba import cuda


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    a[0] = n
    return n
