import numpy as np


def is_inside(x, lo, hi):
    return np.logical_and(x >= lo, x <= hi)
