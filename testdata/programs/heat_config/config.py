import numpy as np

NX, NY = 128, 64
ALPHA = 0.1
DTYPE = np.float32
BLOCK = (16, 16)
