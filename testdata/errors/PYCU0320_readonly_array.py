# An element of a constant array that is set.
import numpy as np
from numba import cuda

TABLE = np.zeros(4, np.float32)


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    table = cuda.const.array_like(TABLE)
    table[0] = n
    a[0] = table[0]
