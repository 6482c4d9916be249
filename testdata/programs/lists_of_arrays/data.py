import numpy as np


def series():
    return [np.zeros(4, np.float32), np.zeros(4), np.zeros((2, 2), dtype=np.int32).ravel()]
