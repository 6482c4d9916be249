import numpy as np

N = 33
REAL = np.float32
_hidden = 5
