# A `global` behind the use of its name.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    total = 1
    global total
    a[0] = total
