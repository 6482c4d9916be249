import math

from numba import cuda

vec = cuda.jit(device=True, inline=True)


@vec
def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@vec
def sub(a, b):
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


@vec
def scaled(a, s):
    return a[0] * s, a[1] * s, a[2] * s


@vec
def unit(a):
    return scaled(a, 1.0 / math.sqrt(dot(a, a)))
