# An augmented assignment to a comparison.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    a[0] < 1 += 2
