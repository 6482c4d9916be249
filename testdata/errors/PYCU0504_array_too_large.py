# A local array larger than a thread can have.
from numba import cuda, float32


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    s = cuda.local.array(1 << 20, float32)
    a[0] = s[n]
