# Written by --write-signatures, and not filled in. `clear` has its types.
from numba import cuda


@cuda.jit
def scale(x, factor):
    x[cuda.grid(1)] *= factor


@cuda.jit
def clear(x):
    x[cuda.grid(1)] = 0
