import numpy as np

PI = np.pi
HALF = np.float32(0.5)
COUNT = 7
