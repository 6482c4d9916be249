# A shared array without a dtype.
from numba import cuda


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    s = cuda.shared.array(16)
    a[0] = s[0]
