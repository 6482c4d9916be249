# A complex number where a real one is.
from numba import cuda


@cuda.jit("void(float32[:])")
def k(x):
    z = 1 + 2j
    x[0] = z
