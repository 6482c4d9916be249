# remove_dead_assignments: what nobody reads goes, and what only that read; effects stay.
from numba import cuda


@cuda.jit("void(int64[::1], int64)")
def kernel(a, m):
    unused = m * 2
    chain = unused + 1
    old = cuda.atomic.add(a, 0, 1)
    n = 7
    a[n] = 1
