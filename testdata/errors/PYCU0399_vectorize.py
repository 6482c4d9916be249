from numba import cuda


@cuda.vectorize(["float32(float32)"])
def square(x):
    return x * x
