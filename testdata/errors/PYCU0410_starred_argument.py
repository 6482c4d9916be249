# Starred argument.
from numba import cuda


@cuda.jit(device=True)
def total(a, b):
    return a + b


@cuda.jit("void(float32[:], float32[:])")
def k(a, out):
    out[0] = total(*a)
