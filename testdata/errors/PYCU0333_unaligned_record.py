import numba
import numpy as np
from numba import cuda

sample = np.dtype([("value", np.float64), ("valid", np.int8)])
sample_type = numba.from_dtype(sample)


@cuda.jit((sample_type[:], numba.float64[:]))
def kernel(samples, out):
    i = cuda.grid(1)
    out[i] = samples[i].value
