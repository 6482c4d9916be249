# Arrays where a ufunc takes numbers, a tuple that it returns, and a ufunc of nothing.
from numba import cuda


@cuda.vectorize(["float32(float32[:])"])
def first(x):
    return x[0]


@cuda.vectorize(["(float32, float32)"])
def both(x, y):
    return x, y


@cuda.vectorize(["float32()"])
def constant():
    return 1.5
