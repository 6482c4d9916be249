# pycu: transpile --host -o {out}
# What a function makes lives until it has returned: in a loop that is too much.
import numpy as np
from numba import cuda


@cuda.jit(device=True)
def made(n):
    return np.zeros(n)


@cuda.jit("(int64,)", device=True)
def in_a_loop(n):
    total = 0.0
    for i in range(n):
        total += made(i).sum()
    return total


@cuda.jit("(int64,)", device=True)
def lists(n):
    while n > 0:
        found = [n]
        n -= found[0]
    return n
