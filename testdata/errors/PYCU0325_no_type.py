# A function that only calls itself.
from numba import cuda


@cuda.jit(device=True)
def forever(n):
    return forever(n - 1)


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    a[0] = forever(n)
