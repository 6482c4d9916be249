# An assignment to `None`.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    None = 1
