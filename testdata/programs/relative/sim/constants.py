import numpy as np

DTYPE = np.float64
GRAVITY = 9.81
