# Blocks that no GPU takes.
import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    x[0] = 1


x = np.zeros(4, np.float32)
k[1, 2048](x)
k[1, (32, 64)](x)
k[1, (32, 32)](x)
k[(8, 8), 1024](x)
