import numpy as np
from numba import cuda
from timing import timed


@cuda.jit
def square(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= x[i]


@timed
def run(n, dtype=np.float64):
    x = cuda.to_device(np.arange(n, dtype=dtype))
    square[1, 64](x)
    return x.copy_to_host()


run(10)
run(10, dtype=np.int64)
