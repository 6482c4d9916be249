# Partial function.
from functools import partial

from numba import cuda


@cuda.jit(device=True)
def add(x, y):
    return x + y


increment = partial(add, 1)


@cuda.jit(device=True)
def apply(f, x):
    return f(x)


@cuda.jit("void(float32[:])")
def k(x):
    x[0] = increment(x[1])
    x[1] = apply(increment, x[2])
    x[2] = apply(partial(add, x[3]), x[4])
