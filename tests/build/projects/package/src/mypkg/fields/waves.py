from numba import cuda

from ..device import half


@cuda.jit
def advance(u, rate):
    i = cuda.grid(1)
    if i < u.size:
        u[i] += half(rate)
