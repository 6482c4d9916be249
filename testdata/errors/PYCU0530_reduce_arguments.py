# A sum along one axis would be an array.
import numpy as np
from numba import cuda


@cuda.jit("void(float32[:, :], float32[:])")
def k(a, out):
    out[0] = np.sum(a, axis=0)[0] + a.mean(1)
