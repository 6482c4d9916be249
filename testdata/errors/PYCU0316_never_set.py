# A name that is read before it is set anywhere.
from numba import cuda


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    a[0] = x
    x = n
