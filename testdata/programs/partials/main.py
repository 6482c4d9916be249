from functools import partial

import numpy as np
from numba import cuda
from tools import launch


@cuda.jit
def saxpy(a, x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] += a * x[i]


run = partial(launch, saxpy, 32)
run(2.0, np.ones(10, "f"), np.ones(10, "f"))
run(1, np.ones(10, "d"), np.ones(10, "d"))
