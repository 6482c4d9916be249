# An array has no form that one printf could write.
from numba import cuda


@cuda.jit("void(float32[:])")
def k(a):
    print("all of it:", a)
