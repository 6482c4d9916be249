# A keyword where a name is expected.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    global class
    for i in range(3):
        a[0] = 1
