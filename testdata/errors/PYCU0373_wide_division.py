# pycu: --performance
# No GPU divides integers itself, and those of 64 bits take a program of their own.
from numba import cuda


@cuda.jit("void(int64[::1], int64[::1], int32[::1])")
def k(a, b, c):
    i = cuda.grid(1)
    a[i] = a[i] // b[i]
    q, r = divmod(a[i], b[i])
    a[i] = q + r + a[i] // 8 + a[i] % 10 + c[i] // c[i + 1]
