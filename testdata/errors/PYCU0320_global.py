# An array of the module is written to.
import numpy as np
from numba import cuda


TABLE = np.zeros(16, np.float32)


@cuda.jit("void(float32[:])")
def k(x):
    TABLE[cuda.grid(1)] = x[0]
