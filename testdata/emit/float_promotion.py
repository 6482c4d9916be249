# A float literal is float64; float32 with itself and with small integers stays float32.
import math

import numpy as np
from numba import cuda

HALF = np.float32(0.5)
SCALE = 0.25


@cuda.jit("void(float32[:], float64[:], int16[:], int64)")
def promote(x, y, small, n):
    i = cuda.grid(1)
    x[i] = x[i] * 2 + 1
    x[i] = x[i] * HALF
    x[i] = x[i] * SCALE
    x[i] = x[i] * small[i]
    y[i] = x[i] * n
    y[i] = n / 3
    y[i] = x[i] * x[i] + y[i]
    x[i] = math.sqrt(x[i]) + math.sqrt(n) + math.pi
    y[i] = 1e-3 * y[i] + 1e300 - 2.5e-8
    x[i] = math.inf if n > 0 else -math.inf
