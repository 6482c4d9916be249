# A function of Python that no device has.
from numba import cuda


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    a[0] = sorted(a)
