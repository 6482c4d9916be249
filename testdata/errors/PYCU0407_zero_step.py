# A range that never ends.
from numba import cuda


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    for i in range(0, n, 0):
        a[i] = 0
