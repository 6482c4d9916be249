# The bracket that is open is the inner one.
from numba import cuda


@cuda.jit("void(float32[:, float32[:])")
def k(x, y):
    x[0] = y[0]
