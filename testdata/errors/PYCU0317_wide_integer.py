# A literal of more than 64 bits.
from numba import cuda


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    a[0] = n + 36893488147419103232
