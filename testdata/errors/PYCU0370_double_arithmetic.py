# pycu: --performance
# Numbers of Python's have 64 bits, and what meets them has as many.
import numpy as np
from numba import cuda

DECAY = 0.9
HALF = np.float32(0.5)


@cuda.jit("void(float32[:], float32[:], float64[:])")
def k(x, y, exact):
    i = cuda.grid(1)
    x[i] = DECAY * x[i] + 2 * y[i]
    y[i] = HALF * x[i]
    exact[i] = 0.5 * x[i]


@cuda.jit("void(float32[:], float64, float64[:])")
def of_an_argument(x, scale, exact):
    i = cuda.grid(1)
    x[i] = scale * x[i] + np.float32(1)
    exact[i] = scale * x[i]
