# A name that is a number on one path and a tuple on the other.
from numba import cuda


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    if n > 0:
        x = 1
    else:
        x = (1, 2)
    a[0] = n
    a[n] = x[0]
