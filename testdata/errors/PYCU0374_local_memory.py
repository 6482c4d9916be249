# pycu: --performance
# An array of a thread lies in memory where an index of it is not known while compiling.
from numba import cuda, float32, int32


@cuda.jit("void(float32[::1], int32[::1], int64)")
def k(x, where, n):
    i = cuda.grid(1)
    bins = cuda.local.array(16, int32)
    unrolled = cuda.local.array(16, float32)
    for j in range(16):
        unrolled[j] = x[i] * j
        bins[j] = 0
    for j in range(n):
        bins[where[j]] += 1
    x[i] = bins[3] + unrolled[3]
