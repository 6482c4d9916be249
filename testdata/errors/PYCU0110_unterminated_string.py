# A string without its second quote.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    x = 'text
