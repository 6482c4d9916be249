# A reduction of an array that comes from a file: nothing here says what its elements are.
import numpy as np
from numba import cuda


@cuda.reduce
def total(a, b):
    return a + b


largest = cuda.Reduce(lambda a, b: a if a > b else b)

print(total(np.load("values.npy")))
