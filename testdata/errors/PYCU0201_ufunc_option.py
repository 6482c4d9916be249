# An option that ufuncs for CUDA do not have.
from numba import vectorize


@vectorize(["float32(float32)"], target="cuda", cache=True)
def square(x):
    return x * x
