# A reduction of an array of two dimensions.
import numpy as np
from numba import cuda


@cuda.reduce
def total(a, b):
    return a + b


print(total(np.zeros((3, 4))))
