# A `yield` in a comprehension.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    x = [(yield i) for i in range(3)]
