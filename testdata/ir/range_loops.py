# lower_range_loops: the form of each loop, a stop that is read once, a counter of its own.
from numba import cuda


@cuda.jit("void(int64[::1], int64, int64)")
def kernel(a, n, step):
    for i in range(n):
        a[i] = 0
    for j in range(a[0]):
        a[j] += 1
    for k in range(0, n, step):
        a[k] = 2
    for m in range(3):
        m *= 2
        a[m] = 3
    for p in range(n):
        if a[p] > n:
            break
    else:
        p = 7
    a[4] = p
