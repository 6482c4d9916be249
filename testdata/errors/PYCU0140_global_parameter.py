# A parameter that is declared global.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    global a
    a[0] = 1
