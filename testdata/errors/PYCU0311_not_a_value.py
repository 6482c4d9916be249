# A module where a number stands.
import math

from numba import cuda


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    a[0] = math
