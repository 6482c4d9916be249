# A view of a number as a type of another size.
import numpy as np
from numba import cuda


@cuda.jit("void(float32[:], int64[:])")
def k(a, n):
    n[0] = a[0].view(np.int64)
