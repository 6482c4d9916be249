# An escape with too few digits.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    x = "\x1"
