# A helper without a decorator.
from numba import cuda


def twice(x):
    return x + x


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    a[0] = twice(n)
