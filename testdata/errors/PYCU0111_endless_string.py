# A string that swallows the rest of the file.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    x = """text
    a[0] = 1
