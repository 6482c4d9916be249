# Two indices into an array of one dimension.
from numba import cuda


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    a[n, 0] = 0
