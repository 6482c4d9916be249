# pycu: transpile --host -o {out}
# What the host cannot give to a function, or get from it.
from numba import cuda


@cuda.jit("(int64,)", device=True)
def first(n):
    return range(n)


@cuda.jit("(float16, float64)", device=True)
def second(h, x):
    return x
