# A kernel without a body.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
a = 1
