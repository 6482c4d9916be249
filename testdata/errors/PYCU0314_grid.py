# One index of a launch, and two names for it.
from numba import cuda


@cuda.jit("void(float32[:])")
def k(x):
    i, j = cuda.grid(1)
    x[i] = 1
