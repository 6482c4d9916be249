# A loop whose body is not indented.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    for i in range(3):
    a[0] = 1
