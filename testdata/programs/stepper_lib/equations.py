import math

from numba import cuda


@cuda.jit(device=True)
def decay(t, y):
    return -0.5 * y


@cuda.jit(device=True)
def forced(t, y):
    return math.cos(t) - y
