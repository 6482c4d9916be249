# A name that is set on one path only.
from numba import cuda


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    if n > 0:
        x = 1
    a[0] = x
