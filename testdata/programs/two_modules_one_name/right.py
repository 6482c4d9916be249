import numpy as np

SCALE = 0.5


def data():
    return np.ones(4, np.float32) * SCALE
