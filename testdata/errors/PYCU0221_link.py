# Link: what a file is, its extension says.
from numba import cuda


@cuda.jit("void(float32[:])", link=["other.cuh"])
def clear(x):
    x[cuda.grid(1)] = 0
