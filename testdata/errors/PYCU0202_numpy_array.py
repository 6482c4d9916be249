# Types of NumPy have no array types.
import numpy as np
from numba import cuda


@cuda.jit(np.float32[:])
def k(x):
    x[0] = 1
