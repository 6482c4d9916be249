# place_declarations: at the first assignment where that covers every use, otherwise before the block.
from numba import cuda


@cuda.jit("void(float64[::1], int64)")
def kernel(a, n):
    once = a[0] * 2
    total = 0.0
    for i in range(n):
        inner = a[i] + once
        total += inner
    if total > 1:
        sign = 1
    else:
        sign = -1
    a[0] = total * sign
