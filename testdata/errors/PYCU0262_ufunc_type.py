# Arrays where a ufunc takes numbers, and a tuple that it returns.
from numba import cuda


@cuda.vectorize(["float32(float32[:])"])
def first(x):
    return x[0]


@cuda.vectorize(["(float32, float32)"])
def both(x, y):
    return x, y
