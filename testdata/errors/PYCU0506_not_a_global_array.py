# A parameter as a constant array.
from numba import cuda


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    s = cuda.const.array_like(a)
    a[0] = s[0]
