import numba
import numpy as np
from numba import cuda

pair = numba.from_dtype(np.dtype([("x", np.float32), ("y", np.float32)], align=True))


@cuda.jit((pair[:], numba.int32[:]))
def kernel(pairs, which):
    i = cuda.grid(1)
    pairs[i][which[i]] = 1.0
    pairs[i][2] = 1.0
