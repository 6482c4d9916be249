# A launch gives all arguments.
import numpy as np
from numba import cuda


@cuda.jit
def k(x, n=3):
    x[0] = n


k[1, 1](np.zeros(3, np.float32))
