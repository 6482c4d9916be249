# A name that is nowhere defined is one mistake of a function, however often it is read.
from numba import cuda


@cuda.jit("void(float32[:])")
def first(x):
    i = cuda.grid(1)
    if i < count:
        x[i] = missing(x[i]) + count
        x[i] += missing(count)


@cuda.jit("void(float32[:])")
def second(x):
    x[0] = missing(x[0])
