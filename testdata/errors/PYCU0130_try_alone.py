# A `try` without a handler.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    try:
        a[0] = 1
    a[1] = 2
