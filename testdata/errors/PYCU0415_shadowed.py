# Shadowed.
from numba import cuda


@cuda.jit("void(int64[:])")
def k(out):
    n = out[0]

    def inner(v):
        return v + n

    def outer(v):
        n = v * 2
        return inner(v) + n

    out[1] = outer(3)
