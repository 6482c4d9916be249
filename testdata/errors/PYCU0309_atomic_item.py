# An atomic of an element in place of the array and its index.
from numba import cuda


@cuda.jit("void(int32[:])")
def k(x):
    cuda.atomic.add(x[cuda.grid(1)], 1)
