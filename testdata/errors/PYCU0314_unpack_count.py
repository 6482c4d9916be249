# Three items for two names.
from numba import cuda


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    x, y = (1, 2, n)
    a[x] = y
