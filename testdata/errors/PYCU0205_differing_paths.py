import sys

import numpy as np
from numba import cuda


@cuda.jit
def double(x):
    x[cuda.grid(1)] *= 2


x = np.ones(32)
if len(sys.argv) > 1:
    x = np.ones(32, np.float32)
double[1, 32](x)
