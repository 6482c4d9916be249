# An array as a condition.
from numba import cuda


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    if a:
        a[0] = n
