# Launches without blocks and threads.
import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    x[0] = 1


k[32](np.zeros(4, np.float32))
k(np.zeros(4, np.float32))
k[1, 32, 0, 0](np.zeros(4, np.float32))
k[1, 2, 3, 4, 5](np.zeros(4, np.float32))
