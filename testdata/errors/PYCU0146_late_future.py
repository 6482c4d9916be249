# An import from `__future__` in a kernel.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    from __future__ import annotations
    a[0] = 1
