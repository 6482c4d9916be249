# The length of a tuple is part of its type.
from numba import cuda


@cuda.jit("void(float32[:])")
def k(a):
    t = tuple(x * 2 for x in a)
    a[0] = t[0]
