import numba
import numpy as np
from numba import cuda

sample = np.dtype([("valid", np.int8), ("value", np.float64)])


@cuda.jit((numba.from_dtype(sample)[:], numba.float64[:]))
def kernel(samples, out):
    i = cuda.grid(1)
    if samples[i].valid:
        out[i] = samples[i].value
