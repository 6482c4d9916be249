# Returned array.
import numpy as np
from numba import cuda


@cuda.jit(device=True)
def table(n):
    values = cuda.local.array(4, np.float32)
    values[0] = n
    return values


@cuda.jit("void(float32[:])")
def k(out):
    out[0] = table(3)[0]
