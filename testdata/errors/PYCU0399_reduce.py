from numba import cuda


@cuda.reduce
def total(a, b):
    return a + b
