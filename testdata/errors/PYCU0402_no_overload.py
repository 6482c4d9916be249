# A function of the math module that takes no array.
import math

from numba import cuda


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    a[0] = math.sqrt(a)
