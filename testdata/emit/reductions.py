"""Reductions, beside a kernel that uses one of their functions."""

import numpy as np
from numba import cuda

SCALE = 1000.0
OFFSET = 1


@cuda.jit(device=True)
def rounded(x):
    return round(x * SCALE) / SCALE


@cuda.reduce
def total(a, b):
    """The sum of rounded numbers."""
    return rounded(a) + rounded(b)


largest = cuda.Reduce(lambda a, b: a if a > b else b)


@cuda.jit("void(float64[:])")
def round_all(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = rounded(a[i]) + OFFSET


values = np.linspace(0, 1, 1000)
print(total(values), largest(values.astype(np.int32)))
