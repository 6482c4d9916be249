# pycu: --performance
# A block is made of whole warps, whose lanes beyond it are idle.
import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = 1


x = np.zeros(1000, np.float32)
k[10, 100](x)
k[32, 32](x)
k[32, (8, 2)](x)
k[4, 256](x)
k[1, 1](x)
