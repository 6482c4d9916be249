# A device function needs a constant, and one call of several has none for it.
from numba import cuda, float32


@cuda.jit(device=True)
def first(a, n):
    tile = cuda.local.array(n, float32)
    tile[0] = a[0]
    return tile[0]


@cuda.jit(device=True)
def passed_on(a, count):
    return first(a, count)


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    a[0] = passed_on(a, 32)
    a[1] = passed_on(a, a.size)
