# A shared array whose size varies.
from numba import cuda, float32


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    s = cuda.shared.array(n, float32)
    a[0] = s[0]
