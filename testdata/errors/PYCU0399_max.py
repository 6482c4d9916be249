# The largest element of an array.
from numba import cuda


@cuda.jit("void(float32[:])")
def k(x):
    x[0] = x.max()
    x[1] = x.min()
