# One signature twice in a list, once by a type variable.
from numba import cuda


@cuda.jit
def clear(x):
    x[cuda.grid(1)] = 0
