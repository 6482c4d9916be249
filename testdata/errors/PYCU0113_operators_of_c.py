# Operators of C that Python's tokens have not.
from numba import cuda


@cuda.jit("void(float32[:])")
def k(x):
    if !x[0]:
        x[0] = 1
    x[0] = x[1] > 0 ? 1 : 2
