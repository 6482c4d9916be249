# Python's float has no array type.
from numba import cuda


@cuda.jit("void(float[:])")
def k(x):
    x[0] = 1
