# A positional argument behind a keyword.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    a[0] = max(key=1, 2)
