import numpy as np


def choose(mode, n):
    if mode == "double":
        return np.zeros(n, np.float64)
    elif mode == "single":
        return np.zeros(n, np.float32)
    raise ValueError(mode)
