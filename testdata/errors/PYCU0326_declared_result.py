# Results that the signature of a function does not take.
from numba import cuda


@cuda.jit("float64(float64)", device=True)
def half(x):
    if x > 0:
        return x / 2


@cuda.jit("float64(float64)", device=True)
def other(x):
    if x > 0:
        return
    return x / 2


@cuda.jit("int32(float64)", device=True)
def pair(x):
    return x, x


@cuda.jit("float64(float64)", device=True)
def nothing(x):
    y = x + 1


@cuda.vectorize(["float64(float64)"])
def root(x):
    if x > 0:
        return x**0.5
