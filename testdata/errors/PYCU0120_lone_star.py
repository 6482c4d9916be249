# A starred expression alone.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    x = *a
