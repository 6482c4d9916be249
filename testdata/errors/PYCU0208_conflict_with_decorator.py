# pycu: --sig 'clear=void(float64[:])'
from numba import cuda


@cuda.jit("void(float32[:])")
def clear(x):
    x[cuda.grid(1)] = 0
