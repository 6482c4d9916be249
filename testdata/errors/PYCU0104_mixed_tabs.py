# A tab where the lines above have spaces.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    if a[0] > 1:
        a[0] = 2
	a[0] = 3
