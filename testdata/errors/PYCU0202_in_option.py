# pycu: --sig 'clear=void(float32[0])'
from numba import cuda


@cuda.jit
def clear(x):
    x[cuda.grid(1)] = 0
