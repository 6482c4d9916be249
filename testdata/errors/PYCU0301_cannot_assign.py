# An element that is a number and gets an array.
from numba import cuda


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    a[n] = a
