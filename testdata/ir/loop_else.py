# lower_loop_else: the else of a loop asks a flag that a break sets.
from numba import cuda


@cuda.jit("void(int64[::1], int64)")
def kernel(a, n):
    for i in range(n):
        if a[i] == n:
            break
    else:
        a[0] = -1
    while n > 0:
        n -= 2
    else:
        a[1] = n
