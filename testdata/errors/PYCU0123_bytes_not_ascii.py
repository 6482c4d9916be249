# A letter that is no byte.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    x = b"café"
