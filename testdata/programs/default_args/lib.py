import numpy as np


def zeros(n, dtype=np.float32, order="C"):
    return np.zeros((n, n), dtype=dtype, order=order)


def pair(n=5, *, scale=1.0):
    return n, scale
