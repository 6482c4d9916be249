import numpy as np

from ..constants import DTYPE


def field(n, dtype=None):
    return np.zeros(n, dtype=DTYPE if dtype is None else dtype)
