import numpy as np
import settings
from numba import cuda


@cuda.jit
def fill(x, n):
    i = cuda.grid(1)
    if i < n:
        x[i] = i


@cuda.jit
def fill_open(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = i


fill[1, 32](np.zeros(settings.N), settings.N)
fill_open[1, 32](np.zeros(settings.N, dtype=settings.DTYPE))
