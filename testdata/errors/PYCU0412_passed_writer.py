# Passed writer.
from numba import cuda


@cuda.jit(device=True)
def each(f, n):
    for i in range(n):
        f(i)


@cuda.jit("void(int64[:])")
def k(out):
    total = 0

    def add(v):
        nonlocal total
        total += v

    each(add, 3)
    out[0] = total
