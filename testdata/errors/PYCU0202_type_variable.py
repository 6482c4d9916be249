# A type variable with an unknown type, and a variable that the signature lacks.
from numba import cuda


@cuda.jit
def clear(x):
    x[cuda.grid(1)] = 0


@cuda.jit
def fill(x, value):
    x[cuda.grid(1)] = value
