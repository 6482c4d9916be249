# The table of the signature file is misspelt: one message, not one for each kernel.
from numba import cuda


@cuda.jit
def clear(x):
    x[cuda.grid(1)] = 0


@cuda.jit
def fill(x, value):
    x[cuda.grid(1)] = value
