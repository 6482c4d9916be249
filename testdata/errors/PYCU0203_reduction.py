# pycu: --sig 'total=float32(float32)'
from numba import cuda


@cuda.reduce
def total(a, b):
    return a + b
