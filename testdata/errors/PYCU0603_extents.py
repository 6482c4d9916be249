# Grids and blocks that are no whole numbers, too many, or none.
import math

import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    x[cuda.grid(1)] = 1


def run(n: int):
    x = np.zeros(n, np.float32)
    k[n / 32, 32](x)
    k[n // 32, 32](x)


n = 100
x = np.zeros(n, np.float32)
k[np.ceil(n / 32), 32](x)
k[math.ceil(n / 32), 32](x)
k[4, (32.0, 2)](x)
k[(1, 1, 1, 1), 32](x)
k[4, [1, 1, 1, 1]](x)
k[0, 32](x)
k[4, (32, 0)](x)
k[(4, 1), (8, 4, 1)](x)
