# A line that left the kernel and the lines it cut off.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    a[0] = 1
i = 2
    a[i] = 2
