# A device function and one for the CPU are launched.

import numba
import numpy as np
from numba import cuda


@cuda.jit(device=True)
def f(x):
    x[0] = 1


@numba.njit
def helper(x):
    x[0] = 1


@cuda.jit("void(float32[:])")
def k(x):
    f(x)


f[1, 32](np.zeros(32, np.float32))
helper[1, 32](np.zeros(32, np.float32))
k[1, 32](np.zeros(32, np.float32))
