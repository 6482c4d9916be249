# An alignment that is no power of two.
from numba import cuda, float32


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    s = cuda.shared.array(16, float32, 12)
    a[0] = s[0]
