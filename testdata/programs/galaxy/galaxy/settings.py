import numpy as np

DTYPE = np.float32
TILE = 32
G = DTYPE(1.0)
