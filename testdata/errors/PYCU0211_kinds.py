# Values of the wrong kinds, one in a list.
from numba import cuda


@cuda.jit
def clear(x):
    x[cuda.grid(1)] = 0


@cuda.jit
def fill(x):
    x[cuda.grid(1)] = 1


@cuda.jit
def scale(x):
    x[cuda.grid(1)] *= 2
