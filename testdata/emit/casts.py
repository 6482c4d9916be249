# Conversions that are written and those that C++ makes by itself.
import numpy as np
from numba import cuda, float32, int32


@cuda.jit("void(float32[:], int32[:], float64, int64)")
def convert(x, k, d, n):
    i = cuda.grid(1)
    x[i] = d
    x[i] = n
    k[i] = d
    k[i] = n
    k[i] = int(x[i]) + 1
    x[i] = float32(d) * x[i]
    x[i] = float(n) / 3
    k[i] = int32(n) * 2
    k[i] = np.uint8(n) + np.int8(d)
    k[i] = bool(n)
    k[i] = round(d) + abs(n) + abs(k[i])
    x[i] = min(x[i], 1.0) + max(x[i], x[i + 1])
    k[i] = min(k[i], n, 3)
