# A loop over a number.
from numba import cuda


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    for i in n:
        a[i] = 0
