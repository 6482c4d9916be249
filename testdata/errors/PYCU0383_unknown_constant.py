# pycu: --const VALU=2
from numba import cuda

VALUE = 1


@cuda.jit("void(float32[:])")
def fill(x):
    x[cuda.grid(1)] = VALUE
