# `totl` is nothing but itself.
from numba import cuda


@cuda.jit("void(float32[:])")
def k(x):
    total = 0.0
    for i in range(4):
        totl += x[i]
    x[0] = total
