# A ufunc without a signature: Numba's CUDA target has no ufuncs that are typed by their calls.
from numba import cuda, vectorize


@cuda.vectorize
def square(x):
    return x * x


@vectorize(target="cuda")
def cube(x):
    return x * x * x
