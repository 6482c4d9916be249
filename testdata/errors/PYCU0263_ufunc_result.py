# A ufunc that returns nothing.
from numba import cuda


@cuda.vectorize(["(float32,)"])
def nothing(x):
    y = x * x
