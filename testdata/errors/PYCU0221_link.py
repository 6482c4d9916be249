# Link.
from numba import cuda


@cuda.jit("void(float32[:])", link=["other.ptx"])
def clear(x):
    x[cuda.grid(1)] = 0
