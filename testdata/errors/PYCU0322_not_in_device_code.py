# A function defined in a kernel.
from numba import cuda


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    with open('x') as f:
        a[0] = n
