from numba import cuda, vectorize


@vectorize(["float64(float64, float64)"], target="cuda")
def product(a, b):
    return a * b


@cuda.reduce
def total(a, b):
    return a + b
