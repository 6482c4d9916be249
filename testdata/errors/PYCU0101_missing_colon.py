# A header without its colon, and its block passed over.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    for i in range(3)
        a[i] = 1
