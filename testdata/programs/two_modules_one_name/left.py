import numpy as np

SCALE = 2


def data():
    return np.ones(4, np.int32) * SCALE
