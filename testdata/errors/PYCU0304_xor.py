# A power that is an exclusive or, and conditions that are joined as bits.
from numba import cuda


@cuda.jit("void(float32[:])")
def k(x):
    x[0] = x[0] ^ 2
    if x[0] > 0 & x[1] < 3:
        x[0] = 1
    x[0] |= 1
