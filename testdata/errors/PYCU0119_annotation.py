# An annotation of two names.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    x, y: int = 1
