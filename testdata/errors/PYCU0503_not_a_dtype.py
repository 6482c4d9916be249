# A shared array of what is no type.
from numba import cuda


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    s = cuda.shared.array(16, 7)
    a[0] = s[0]
