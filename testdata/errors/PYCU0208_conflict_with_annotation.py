# pycu: --sig 'clear=void(float64[:])'
from numba import cuda, float32


@cuda.jit
def clear(x: float32[:]):
    x[cuda.grid(1)] = 0
