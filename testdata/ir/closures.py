# Lowering of what Python has and CUDA has not: an inner function, a tuple that is gone over, a chain.
from numba import cuda


@cuda.jit("void(int64[::1], int64)")
def kernel(a, n):
    def clamp(x):
        return min(max(x, low), n)

    low = 2
    for x in (a[0], 3, n):
        if low < x <= n:
            a[1] = clamp(x)
