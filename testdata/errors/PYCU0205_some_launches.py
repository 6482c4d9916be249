# A type that one launch has is none of another that is not known.
import json

import numpy as np
from numba import cuda


@cuda.jit
def copy(x, y, n):
    i = cuda.grid(1)
    if i < n:
        y[i] = x[i]


values = np.array(json.load(open("values.json")))
dtype = json.load(open("dtype.json"))
copy[1, 32](values, np.zeros(3, np.float32), 3)
copy[1, 32](values, np.zeros(3, dtype), 4)
