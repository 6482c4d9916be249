# A keyword that is no parameter.
from numba import cuda


@cuda.jit(device=True)
def add(x, y):
    return x + y


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    a[0] = add(n, z=1)
