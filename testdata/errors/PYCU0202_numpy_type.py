import numpy as np
from numba import cuda, types


@cuda.jit(types.void(types.float32[:], np.float32))
def fill(x, value):
    x[cuda.grid(1)] = value
