# One kernel under a quoted name and under nested tables.
from numba import cuda


def outer():
    @cuda.jit
    def clear(x):
        x[cuda.grid(1)] = 0

    return clear
