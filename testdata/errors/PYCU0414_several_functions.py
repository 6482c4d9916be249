# Several functions.
from numba import cuda


@cuda.jit(device=True)
def double(x):
    return x * 2


@cuda.jit(device=True)
def square(x):
    return x * x


@cuda.jit("void(int64[:])")
def k(out):
    if out[0] > 3:
        f = double
    else:
        f = square
    out[0] = f(out[1])
